/**
 * What a fault of the venue excuses: the time from the first request or event that it struck to the last. One
 * that struck nothing excuses nothing.
 */
import type { FaultRule, LedgerEntry } from '@platform/exchange-sim';
import type { Interval } from '../history/history';

/** How long the executor waits for an answer. */
export const REQUEST_MS = 5_000;
/** While orders are left unanswered it tries one this often. */
const PROBE_MS = 4_000;
/** The venue asks for whole seconds of silence, of the machine's clock. */
const RATE_LIMIT_MS = 4_000;

/** Hide what happened, or tell it late; what is held stays known from the answers to orders. */
const HARMLESS = new Set<FaultRule['kind']>(['duplicate_event']);
const TRADES = '/fapi/v1/userTrades';
/** Asked by the bots of the simulation. */
const PRICES = '/fapi/v1/premiumIndex';

export function touchedBy(
  rule: FaultRule,
  { fromMs, toMs }: Interval,
  ledger: readonly LedgerEntry[],
): Interval | undefined {
  if (HARMLESS.has(rule.kind) || rule.path === TRADES) return undefined;
  // A trigger leaves no word of what struck it.
  if (rule.kind === 'trigger_rejected' || rule.kind === 'trigger_stuck') return { fromMs, toMs };
  const strikes = ledger.filter(
    (entry) => entry.wallMs >= fromMs && entry.wallMs <= toMs && isStruck(rule, entry),
  );
  if (strikes.length === 0) return undefined;
  return { fromMs: strikes[0]!.wallMs, toMs: strikes.at(-1)!.wallMs };
}

function isStruck({ kind, symbol }: FaultRule, entry: LedgerEntry): boolean {
  if (entry.kind === 'event') {
    const { event, fault } = entry.data as { event: Record<string, unknown>; fault?: string };
    const order = event['o'] as { readonly s?: unknown } | undefined;
    return fault === kind && (symbol === undefined || (event['s'] ?? order?.s) === symbol);
  }
  if (entry.kind !== 'request') return false;
  const { faults, params, path } = entry.data as {
    readonly faults: readonly string[];
    readonly params: Readonly<Record<string, string>>;
    readonly path: string;
  };
  return faults.includes(kind) && path !== PRICES && (symbol === undefined || params['symbol'] === symbol);
}

/** How long the last strike is felt, in the executor's time. */
export function aftermathMs({ kind, durationMs = 0 }: FaultRule): number {
  switch (kind) {
    case 'hang':
      return REQUEST_MS;
    case 'latency':
    case 'delay_event':
    case 'reorder_events':
    case 'ban':
      return durationMs;
    case 'rate_limit':
      return RATE_LIMIT_MS;
    case 'unavailable_503':
    case 'unknown_503':
    case 'unexpected_response':
    case 'timeout':
    case 'garbled':
    case 'error':
    case 'reset':
    case 'maintenance':
      return PROBE_MS;
    default:
      return 0;
  }
}
