/**
 * Coverage reports, which count whole tables: one is computed at a time, everyone who asks meanwhile gets the
 * same one, and it is remembered for some seconds. A job that ends makes it forgotten.
 */
import type { BackfillSource, Coverage } from '@platform/contracts';

const REMEMBERED_MS = 10_000;

export class Reports {
  private readonly known = new Map<
    BackfillSource,
    { readonly untilMs: number; readonly report: Promise<Coverage[]> }
  >();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly compute: (source: BackfillSource) => Promise<Coverage[]>,
    private readonly nowMs: () => number,
  ) {}

  get(source: BackfillSource): Promise<Coverage[]> {
    const known = this.known.get(source);
    if (known !== undefined && this.nowMs() < known.untilMs) return known.report;
    const report = this.last.then(() => this.compute(source));
    this.last = report.catch(() => undefined);
    const remember = (untilMs: number) => this.known.set(source, { untilMs, report });
    const isCurrent = () => this.known.get(source)?.report === report;
    remember(Number.POSITIVE_INFINITY);
    report.then(
      () => isCurrent() && remember(this.nowMs() + REMEMBERED_MS),
      () => isCurrent() && this.forget(source),
    );
    return report;
  }

  forget(source: BackfillSource): void {
    this.known.delete(source);
  }
}
