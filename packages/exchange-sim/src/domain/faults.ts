/**
 * The fault menu. A rule says what goes wrong, for which requests or events, how likely and how often; draws
 * come from a seeded stream, so that the same sequence of requests meets the same faults. Nothing here acts:
 * the shell does.
 */
import { RandomStream } from './random';

/** What can go wrong with a request. `accepted` rules let the venue act first and spoil only the answer. */
export const REQUEST_FAULTS = [
  'hang',
  'reset',
  'unknown_503',
  'unavailable_503',
  'unexpected_response',
  'timeout',
  'throttle',
  'rate_limit',
  'ban',
  'error',
  'latency',
  'stale_reads',
  'stop_rejected',
  'maintenance',
  'garbled',
  'refuse_stream',
] as const;
export const EVENT_FAULTS = [
  'drop_event',
  'delay_event',
  'duplicate_event',
  'reorder_events',
  'mute_stream',
] as const;
export const TRIGGER_FAULTS = ['trigger_rejected', 'trigger_stuck'] as const;

export const FAULT_KINDS = [...REQUEST_FAULTS, ...EVENT_FAULTS, ...TRIGGER_FAULTS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRule {
  readonly kind: FaultKind;
  /** Only requests of this method; all when absent. */
  readonly method?: string;
  /** Only this path, or every path under it when it ends in `*`; all venue paths when absent. */
  readonly path?: string;
  /** Only user events of this type, e.g. ORDER_TRADE_UPDATE. */
  readonly event?: string;
  /** Only requests, events and triggers of this symbol. */
  readonly symbol?: string;
  /** 0..1, default 1. */
  readonly probability?: number;
  /** How often it may strike; without end when absent. */
  readonly count?: number;
  /** How long it stays in force from now; until it is removed when absent. */
  readonly forMs?: number;
  /**
   * Whether the venue acts on the request before the answer is spoilt; default true where both are possible.
   */
  readonly accepted?: boolean;
  /** Latency, lag of reads, delay of events, length of a ban: what the kind needs. */
  readonly durationMs?: number;
  /** For `error` and `stop_rejected`. */
  readonly code?: number;
  readonly status?: number;
  readonly message?: string;
}

export interface ActiveFault extends FaultRule {
  readonly id: number;
  readonly remaining: number;
  readonly untilMs: number;
}

export interface FaultSubject {
  readonly method?: string;
  readonly path?: string;
  readonly event?: string;
  readonly symbol?: string | undefined;
}

export class FaultMenu {
  private rules: ActiveFault[] = [];
  private random: RandomStream;
  private nextId = 1;

  /** `now` measures how long a rule has been in force; any clock that never runs backwards will do. */
  constructor(
    private seed: number,
    private readonly now: () => number,
  ) {
    this.random = new RandomStream(seed);
  }

  add(rule: FaultRule): ActiveFault {
    const active = {
      ...rule,
      id: this.nextId++,
      remaining: rule.count ?? Number.POSITIVE_INFINITY,
      untilMs: this.now() + (rule.forMs ?? Number.POSITIVE_INFINITY),
    };
    this.rules.push(active);
    return active;
  }

  /** Removes one rule, or all of them; the draws start again from the seed when all go. */
  clear(id?: number): void {
    this.rules = id === undefined ? [] : this.rules.filter((rule) => rule.id !== id);
    if (id === undefined) this.random = new RandomStream(this.seed);
  }

  reseed(seed: number): void {
    this.seed = seed;
    this.random = new RandomStream(seed);
  }

  /** Rules that can still strike. */
  list(): readonly ActiveFault[] {
    const nowMs = this.now();
    return this.rules.filter((rule) => rule.remaining > 0 && nowMs < rule.untilMs);
  }

  /** The first rule among `kinds` that strikes this subject, used up by one. */
  strike(kinds: readonly FaultKind[], subject: FaultSubject): ActiveFault | undefined {
    for (const rule of this.list()) {
      if (!kinds.includes(rule.kind) || !concerns(rule, subject)) continue;
      const probability = rule.probability ?? 1;
      if (probability < 1 && this.random.unit() >= probability) continue;
      this.rules = this.rules.map((other) =>
        other.id === rule.id ? { ...other, remaining: other.remaining - 1 } : other,
      );
      return rule;
    }
    return undefined;
  }
}

function concerns(rule: FaultRule, subject: FaultSubject): boolean {
  if (rule.method !== undefined && rule.method !== subject.method) return false;
  if (rule.event !== undefined && rule.event !== subject.event) return false;
  if (rule.symbol !== undefined && rule.symbol !== subject.symbol) return false;
  if (rule.path === undefined) return true;
  return rule.path.endsWith('*')
    ? subject.path?.startsWith(rule.path.slice(0, -1)) === true
    : rule.path === subject.path;
}
