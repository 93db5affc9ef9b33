/**
 * What keeps a bot from opening a position, in the order in which an operator would look at it. Exits always
 * pass.
 */
import { utc } from './time';
import { who } from './words';

export interface Blockable {
  readonly desiredState: string;
  readonly status: string;
  readonly quarantinedAt: string | null;
  readonly pausedByRisk: { readonly reason: string; readonly since: string } | null;
  readonly pausedByOperator: {
    readonly actor: string;
    readonly reason: string | null;
    readonly since: string;
  } | null;
  readonly parity: { readonly result: string; readonly acknowledged: boolean } | null;
}

export interface EntryBlock {
  /** One or two words, for a table. */
  readonly label: string;
  /** The whole of it. */
  readonly sentence: string;
}

/** Empty for a bot that may enter, and for one that is meant to be stopped. */
export function entryBlocks(bot: Blockable, latch: { readonly halted: boolean } | undefined): EntryBlock[] {
  if (bot.desiredState === 'stopped') return [];
  const blocks: (EntryBlock | null)[] = [
    latch?.halted === true
      ? {
          label: 'halted',
          sentence: 'The halt latch is engaged: no bot opens a position until somebody resumes.',
        }
      : null,
    bot.quarantinedAt === null
      ? null
      : { label: 'quarantined', sentence: 'The manager has stopped trying to start it.' },
    bot.pausedByRisk === null
      ? null
      : {
          label: 'paused by risk',
          sentence: `Paused by risk since ${utc(bot.pausedByRisk.since)} UTC: “${bot.pausedByRisk.reason}”. Risk → Resume lets it go on.`,
        },
    bot.desiredState === 'paused' ? { label: 'paused', sentence: pauseSentence(bot.pausedByOperator) } : null,
    isParityBlocked(bot)
      ? {
          label: 'parity mismatch',
          sentence:
            'It decided something the backtest would not have: no entries until somebody acknowledges the mismatch.',
        }
      : null,
    bot.status === 'degraded'
      ? {
          label: 'degraded',
          sentence: 'Its warm-up data is incomplete: it manages its position but opens nothing.',
        }
      : null,
  ];
  return blocks.filter((block) => block !== null);
}

export function isParityBlocked({ parity }: Pick<Blockable, 'parity'>): boolean {
  return parity !== null && parity.result === 'divergence' && !parity.acknowledged;
}

function pauseSentence(pause: Blockable['pausedByOperator']): string {
  if (pause === null) return 'Paused by an operator. Resume on this page lets it go on.';
  const why = pause.reason === null ? '' : `: “${pause.reason}”`;
  return `Paused by ${who(pause.actor)} since ${utc(pause.since)} UTC${why}. Resume on this page lets it go on.`;
}
