/**
 * Log files of all processes and bots. They are searched one question after the other and none for long, so
 * that people who look for something in a gigabyte of lines take no core from those who trade.
 */
import type { LogQuery } from '@platform/contracts';
import type { Time } from '@platform/service-kit';
import {
  type LogFilter,
  type LogFindings,
  type LogPlaces,
  loggedProcesses,
  searchLogs,
} from '@platform/service-kit/log-files';
import type { Static } from 'typebox';

const SEARCH_MS = 3_000;
/** Those behind it would hear nothing before their console gives up. */
const MOST_WAITING = 5;

export type LogQuestion = Omit<Static<typeof LogQuery>, 'limit'> & { readonly limit: number };

export class LogStore {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly places: LogPlaces,
    private readonly time: Time,
  ) {}

  /** Everything that has a log. */
  processes(): string[] {
    return loggedProcesses(this.places);
  }

  /** The newest lines that match; undefined while too many others wait for theirs. */
  async search(question: LogQuestion, processes: readonly string[]): Promise<LogFindings | undefined> {
    if (this.waiting >= MOST_WAITING) return undefined;
    this.waiting += 1;
    try {
      const findings = this.last.then(() => this.searchNow(question, processes));
      this.last = findings.catch(() => undefined);
      return await findings;
    } finally {
      this.waiting -= 1;
    }
  }

  private searchNow(question: LogQuestion, processes: readonly string[]): Promise<LogFindings> {
    const endMs = this.time.monotonicMs() + SEARCH_MS;
    return searchLogs(this.places, {
      processes,
      count: question.limit,
      filter: filterOf(question),
      skip: question.skip ?? 0,
      isOver: () => this.time.monotonicMs() > endMs,
    });
  }
}

function filterOf({ level, code, bot_id, trace_id, from_ms, to_ms }: LogQuestion): LogFilter {
  return {
    ...(level === undefined ? {} : { level }),
    ...(code === undefined ? {} : { code }),
    ...(bot_id === undefined ? {} : { botId: bot_id.toLowerCase() }),
    ...(trace_id === undefined ? {} : { traceId: trace_id.toLowerCase() }),
    ...(from_ms === undefined ? {} : { fromMs: from_ms }),
    ...(to_ms === undefined ? {} : { toMs: to_ms }),
  };
}
