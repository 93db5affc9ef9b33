/** `data backfill report`: what is there, and what is missing in between. */
import { BACKFILL_SOURCES, type BackfillReport, type Coverage } from '@platform/contracts';
import { type BackfillFlags, parseSource } from './arguments';
import { dataService, request } from './client';
import { InvalidArgument } from './failure';

export interface ReportFlags extends BackfillFlags {
  readonly json?: boolean;
  readonly url?: string;
}

export async function printReport(only: string | undefined, flags: ReportFlags): Promise<number> {
  const narrowing = (['symbols', 'from', 'to', 'period'] as const).find((name) => flags[name] !== undefined);
  if (narrowing !== undefined)
    throw new InvalidArgument(`the report is of everything that is stored: it takes no --${narrowing}`);
  const sources = only === undefined ? BACKFILL_SOURCES : [parseSource(only)];
  const data = dataService(flags.url);
  const reports: BackfillReport[] = [];
  for (const source of sources)
    reports.push(await request<BackfillReport>(data, `/backfill/${source}/report`));
  process.stdout.write(flags.json === true ? `${JSON.stringify(reports)}\n` : render(reports));
  return 0;
}

const HEADER = ['source', 'symbol', 'market', 'timeframe', 'earliest', 'latest', 'rows', 'gaps'];

function render(reports: readonly BackfillReport[]): string {
  const rows = reports.flatMap(({ source, coverage }) => coverage.map((entry) => row(source, entry)));
  const widths = HEADER.map((title, i) => Math.max(title.length, ...rows.map((cells) => cells[i]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  const gaps = reports.flatMap(({ coverage }) => coverage.flatMap(gapLines));
  return `${[line(HEADER), ...rows.map(line), ...(gaps.length === 0 ? [] : ['', ...gaps])].join('\n')}\n`;
}

function row(source: string, entry: Coverage): string[] {
  return [
    source,
    entry.symbol ?? '',
    entry.market ?? '',
    entry.timeframe ?? '',
    time(entry.earliest),
    time(entry.latest),
    String(entry.row_count),
    String(entry.gap_count),
  ];
}

function gapLines({ symbol, market, timeframe, gaps }: Coverage): string[] {
  const series = [symbol, market, timeframe].filter((part) => part !== null).join(' ');
  return gaps.map(
    (gap) => `missing: ${series} ${time(gap.from_ts)} to ${time(gap.to_ts)} (${gap.missing} rows)`,
  );
}

function time(timeMs: number | null): string {
  return timeMs === null ? '' : `${new Date(timeMs).toISOString().slice(0, 16)}Z`;
}
