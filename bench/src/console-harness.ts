/** What each part of the console's measurements is given. */
import type { ConsoleBrowser } from '@platform/stack';
import type { bigRun } from './console-big-run';

export type BrowserPage = Awaited<ReturnType<Awaited<ReturnType<ConsoleBrowser['signedIn']>>['newPage']>>;

export interface ConsoleBench {
  readonly page: BrowserPage;
  /** The address of the large run; made when first asked for. */
  largeRun(): ReturnType<typeof bigRun>;
  progress(line: string): void;
}
