/**
 * The fire drill: the risk service is made to see a value beyond the breaker's threshold, and from there on everything is real.
 * Times are measured here, by a monotonic clock, from the moment the condition exists. What does not run is said, not skipped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BreakerState, DrillResponse } from '@platform/contracts';
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

export async function drill(options: DrillOptions): Promise<number> {
  const stack = new Stack(shellEnvironment(process.env));
  await stack.requireCalm(options.breaker);
  const startedMs = performance.now();
  const started = await stack.startDrill(options.breaker);
  const steps = await measure(stack, options.breaker, started, startedMs);
  const isTripped = steps[0]!.afterMs !== null;
  if (options.stayHalted !== true) await stack.resume(started.lasts_ms - (performance.now() - startedMs));
  const measured = steps.map(({ step, afterMs }) => ({ step, after_ms: afterMs }));
  if (options.json === true) printLine(JSON.stringify({ ...started, steps: measured }));
  else for (const line of render(options, started, steps)) printLine(line);
  return isTripped ? 0 : 1;
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

function render(options: DrillOptions, started: DrillResponse, steps: readonly Step[]): readonly string[] {
  const width = Math.max(...steps.map(({ step }) => step.length));
  const lines = steps.map(({ step, afterMs }) => {
    const time = afterMs === null ? 'not running' : `${afterMs} ms`;
    return `${step.padEnd(width)}  ${time.padStart(11)}`;
  });
  const end =
    options.stayHalted === true
      ? 'The latch stays as it is: see docs/guides/halt-and-resume.md.'
      : 'Resumed.';
  return [`${options.breaker} was made to read ${started.value}: ${started.expected_outcome}`, ...lines, end];
}

/** The running stack, as the drill sees it over HTTP. */
class Stack {
  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  /** A drill on a halted platform would measure nothing. */
  async requireCalm(breaker: string): Promise<void> {
    if (await this.isHalted()) {
      throw new OperatorFault('The halt latch is engaged: a drill would measure nothing. Resume first.');
    }
    if (await this.isTripped(breaker)) {
      throw new OperatorFault(`The ${breaker} breaker has tripped already. Resume first.`);
    }
  }

  startDrill(breaker: string): Promise<DrillResponse> {
    return this.#risk<DrillResponse>('/risk/drill', { breaker, reason: 'fire drill' });
  }

  /** Waits until the drill's condition is over: resumed earlier, the breaker would trip again at once. */
  async resume(remainingMs: number): Promise<void> {
    await sleep(Math.max(0, remainingMs) + 1_500);
    await this.#risk('/risk/resume', { reason: 'the fire drill is over' });
  }

  async isHalted(): Promise<boolean> {
    return (await this.#risk<{ halted: boolean }>('/healthz')).halted;
  }

  async isTripped(breaker: string): Promise<boolean> {
    const { breakers } = await this.#risk<{ breakers: BreakerState[] }>('/risk/breakers');
    return breakers.some(
      (row) => row.breaker === breaker && row.scope === 'portfolio' && row.status === 'tripped',
    );
  }

  async hasExecutor(): Promise<boolean> {
    return (await this.#executor('/positions')) !== undefined;
  }

  async isExecutorHalted(): Promise<boolean> {
    return (await this.#executor<{ halted?: boolean }>('/healthz'))?.halted === true;
  }

  async isFlat(): Promise<boolean> {
    const answer = await this.#executor<{ positions?: readonly unknown[] }>('/positions');
    return answer?.positions?.length === 0;
  }

  async #executor<T>(path: string): Promise<T | undefined> {
    try {
      const response = await fetch(`${this.environment['PLATFORM_EXECUTOR_URL']}${path}`);
      return response.ok ? ((await response.json()) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  async #risk<T>(path: string, body?: unknown): Promise<T> {
    const url = `${this.environment['PLATFORM_RISK_URL']}${path}`;
    const headers = {
      'content-type': 'application/json',
      'x-operator-token': this.environment['PLATFORM_RISK_OPERATOR_TOKEN'] ?? '',
      'x-actor': 'fire drill',
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
