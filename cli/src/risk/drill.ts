/**
 * The fire drill: the risk service is made to see a value beyond the breaker's threshold, and from there on
 * everything is real. Times are measured here, by a monotonic clock, from the moment the condition exists.
 * What does not run is said, not skipped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BreakerState, DrillResponse, RiskAuditRecord } from '@platform/contracts';
import { newId } from '@platform/service-kit';
import { OperatorFault, shellEnvironment } from '@platform/stack';
import { printLine } from '../operator-action';

export interface DrillOptions {
  readonly breaker: string;
  readonly stayHalted?: boolean;
  readonly json?: boolean;
}

interface Step {
  readonly step: string;
  /** null: the part it needs does not run. */
  readonly afterMs: number | null;
}

const POLL_MS = 10;
const TRIP_DEADLINE_MS = 30_000;
const FLAT_DEADLINE_MS = 60_000;
const AUDIT_PAGE = 500;
/** What somebody may have done to stop trading, and a resume would undo. */
const STOPS: ReadonlySet<string> = new Set(['halt', 'pause', 'close', 'drill']);

export async function drill(
  options: DrillOptions,
  environment: Readonly<Record<string, string>> = shellEnvironment(process.env),
): Promise<number> {
  const stack = new Stack(environment);
  await stack.requireCalm();
  const startedMs = performance.now();
  const { started, traceId } = await stack.startDrill(options.breaker);
  const steps = await measure(stack, options.breaker, started, startedMs);
  const isTripped = steps[0]!.afterMs !== null;
  const remainingMs = started.lasts_ms - (performance.now() - startedMs);
  const end = options.stayHalted === true ? STAYS : await stack.resume(options.breaker, traceId, remainingMs);
  const measured = steps.map(({ step, afterMs }) => ({ step, after_ms: afterMs }));
  if (options.json === true)
    printLine(JSON.stringify({ ...started, steps: measured, resumed: end.isResumed }));
  else for (const line of render(options.breaker, started, steps)) printLine(line);
  if (options.json !== true) printLine(end.text);
  return isTripped && !end.isRefused ? 0 : 1;
}

async function measure(
  stack: Stack,
  breaker: string,
  { expected_outcome }: DrillResponse,
  startedMs: number,
): Promise<readonly Step[]> {
  const since = async (holds: () => Promise<boolean>, deadlineMs: number) => {
    while (performance.now() - startedMs < deadlineMs) {
      if (await holds()) return Math.round(performance.now() - startedMs);
      await sleep(POLL_MS);
    }
    return null;
  };
  const trip = {
    step: 'breaker tripped',
    afterMs: await since(() => stack.isTripped(breaker), TRIP_DEADLINE_MS),
  };
  if (expected_outcome !== 'Flatten') return [trip];
  const latch = { step: 'latch committed', afterMs: await since(() => stack.isHalted(), TRIP_DEADLINE_MS) };
  const hasExecutor = await stack.hasExecutor();
  return [
    trip,
    latch,
    {
      step: 'executor refuses entries',
      afterMs: hasExecutor ? await since(() => stack.isExecutorHalted(), FLAT_DEADLINE_MS) : null,
    },
    { step: 'all flat', afterMs: hasExecutor ? await since(() => stack.isFlat(), FLAT_DEADLINE_MS) : null },
  ];
}

interface End {
  readonly isResumed: boolean;
  /** Somebody or something else stopped trading meanwhile. */
  readonly isRefused: boolean;
  readonly text: string;
}

const STAYS: End = {
  isResumed: false,
  isRefused: false,
  text: 'The latch stays as it is: see docs/guides/halt-and-resume.md.',
};

function render(breaker: string, started: DrillResponse, steps: readonly Step[]): readonly string[] {
  const width = Math.max(...steps.map(({ step }) => step.length));
  const lines = steps.map(({ step, afterMs }) => {
    const time = afterMs === null ? 'not running' : `${afterMs} ms`;
    return `${step.padEnd(width)}  ${time.padStart(11)}`;
  });
  return [`${breaker} was made to read ${started.value}: ${started.expected_outcome}`, ...lines];
}

/** The running stack, as the drill sees it over HTTP. */
class Stack {
  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  /**
   * A drill on a halted platform would measure nothing, and its resume would undo what is not its own. Bots
   * that a breaker has paused need no look of their own: its row stays tripped until they are let go.
   */
  async requireCalm(): Promise<void> {
    if (await this.isHalted()) {
      throw new OperatorFault('The halt latch is engaged: a drill would measure nothing. Resume first.');
    }
    const [tripped] = await this.tripped();
    if (tripped !== undefined) {
      const { breaker, scope } = tripped;
      throw new OperatorFault(
        `The ${breaker} breaker of ${scope} has tripped: find out why and resume first.`,
      );
    }
  }

  async startDrill(breaker: string): Promise<{ readonly started: DrillResponse; readonly traceId: string }> {
    const traceId = newId();
    const started = await this.risk<DrillResponse>('/risk/drill', { breaker, reason: 'fire drill' }, traceId);
    return { started, traceId };
  }

  /**
   * Waits until the drill's condition is over: resumed earlier, the breaker would trip again at once. A
   * resume lets go of everything, so it is absent where something else stopped trading since the drill began.
   */
  async resume(breaker: string, traceId: string, remainingMs: number): Promise<End> {
    await sleep(Math.max(0, remainingMs) + 1_500);
    const other = await this.otherStop(breaker, traceId);
    if (other !== null) {
      const text = `Not resumed, something else halted meanwhile: ${other}. Resume by hand: see docs/guides/halt-and-resume.md.`;
      return { isResumed: false, isRefused: true, text };
    }
    await this.risk('/risk/resume', { reason: 'the fire drill is over' });
    return { isResumed: true, isRefused: false, text: 'Resumed.' };
  }

  private async otherStop(breaker: string, traceId: string): Promise<string | null> {
    const row = (await this.tripped()).find((row) => row.breaker !== breaker || row.scope !== 'portfolio');
    if (row !== undefined) return `the ${row.breaker} breaker of ${row.scope} tripped`;
    const path = `/risk/audit?page_size=${AUDIT_PAGE}`;
    const { items } = await this.risk<{ items: RiskAuditRecord[] }>(path);
    const drillAt = items.findIndex((act) => act.halt_trace_id === traceId);
    if (drillAt < 0) return 'the audit log does not show what happened since the drill began';
    const since = items.slice(0, drillAt);
    const act = since.find(({ action, actor }) => STOPS.has(action) && actor !== `breaker:${breaker}`);
    return act === undefined ? null : `${act.action} of ${act.scope} by ${act.actor} (${act.reason})`;
  }

  async isHalted(): Promise<boolean> {
    return (await this.risk<{ halted: boolean }>('/healthz')).halted;
  }

  async isTripped(breaker: string): Promise<boolean> {
    return (await this.tripped()).some((row) => row.breaker === breaker && row.scope === 'portfolio');
  }

  private async tripped(): Promise<readonly BreakerState[]> {
    const { breakers } = await this.risk<{ breakers: BreakerState[] }>('/risk/breakers');
    return breakers.filter(({ status }) => status === 'tripped');
  }

  async hasExecutor(): Promise<boolean> {
    return (await this.executor('/positions')) !== undefined;
  }

  async isExecutorHalted(): Promise<boolean> {
    return (await this.executor<{ halted?: boolean }>('/healthz'))?.halted === true;
  }

  async isFlat(): Promise<boolean> {
    const answer = await this.executor<{ positions?: readonly unknown[] }>('/positions');
    return answer?.positions?.length === 0;
  }

  private async executor<T>(path: string): Promise<T | undefined> {
    try {
      const response = await fetch(`${this.environment['PLATFORM_EXECUTOR_URL']}${path}`);
      return response.ok ? ((await response.json()) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  private async risk<T>(path: string, body?: unknown, traceId?: string): Promise<T> {
    const url = `${this.environment['PLATFORM_RISK_URL']}${path}`;
    const headers = {
      'content-type': 'application/json',
      'x-operator-token': this.environment['PLATFORM_RISK_OPERATOR_TOKEN'] ?? '',
      'x-actor': 'fire drill',
      ...(traceId === undefined ? {} : { 'x-trace-id': traceId }),
    };
    const request = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(url, request).catch(() => {
      throw new OperatorFault('The risk service does not answer: start the stack with ./platform up.');
    });
    const answer = (await response.json()) as T & { message?: string };
    if (!response.ok)
      throw new OperatorFault(`The risk service refused: ${answer.message ?? response.status}`);
    return answer;
  }
}
