'use client';

import Link from 'next/link';
import { utcField } from '../../lib/logs';
import type { ItemOf } from '../../manager/types';
import { classNames } from '../../ui/class-names';
import { TraceLink } from '../../ui/trace-link';

type Line = ItemOf<'/bff/logs'>;

const isLoud = (level: string) => /^(error|err|fatal|ftl|panic)$/i.test(level);
const isWarning = (level: string) => /^warn/i.test(level);

interface LogLinesProps {
  readonly lines: readonly Line[];
  /** What people call a process. */
  readonly nameOf: (process: string) => string;
}

/** Newest first; a message is text, whatever it holds. */
export function LogLines({ lines, nameOf }: LogLinesProps) {
  return (
    <ol className="font-mono text-xs">
      {lines.toReversed().map((line, index) => (
        // Two lines may differ in nothing but their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: only the position distinguishes them
        <li key={index} className="flex flex-wrap items-baseline gap-x-3 border-b py-1">
          <span className="whitespace-nowrap text-faint">
            {line.timeMs === null ? '–' : utcField(line.timeMs).replace('T', ' ')}
          </span>
          <span className="max-w-48 truncate text-muted lg:w-32" title={line.process}>
            {nameOf(line.process)}
          </span>
          <span
            className={classNames(
              'lg:w-10',
              isLoud(line.level) && 'font-medium text-danger',
              isWarning(line.level) && 'text-warn',
            )}
          >
            {line.level}
          </span>
          <span className="min-w-0 basis-full break-words whitespace-pre-wrap lg:flex-1 lg:basis-0">
            {line.message}
          </span>
          {line.botId === null ? null : (
            <Link href={`/bots/${encodeURIComponent(line.botId)}`} className="text-accent hover:underline">
              bot
            </Link>
          )}
          {line.traceId === null ? null : <TraceLink id={line.traceId} shown="trace" />}
        </li>
      ))}
    </ol>
  );
}
