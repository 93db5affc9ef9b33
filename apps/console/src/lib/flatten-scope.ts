/**
 * What a flatten would touch, said before it is pressed. The scope is the contract's text: all, bot:…,
 * symbol:…, cluster:…. Positions or bots that cannot be read are undefined: never the same as none.
 */
import { covers, readScope, scopeText } from '@platform/contracts';
import type { Choice } from './choices';
import { plural } from './words';

export interface HeldPosition {
  readonly network: string;
  readonly symbol: string;
  readonly botId: string | null;
}

export interface ScopedBot {
  readonly botId: string;
  readonly botName: string;
  readonly symbol: string;
  readonly clusterId: string | null;
}

/**
 * Everything first, then each bot, symbol and cluster that there is. What is chosen stays among them when the
 * last position of it closes: a list without it would show another scope than the one that is sent. Symbols
 * are those that are held, or those that bots trade where what is held cannot be read.
 */
export function scopeChoices(
  positions: readonly HeldPosition[] | undefined,
  readBots: readonly ScopedBot[] | undefined,
  chosen: string,
): Choice[] {
  const bots = readBots ?? [];
  const symbols = [...new Set((positions ?? bots).map(({ symbol }) => symbol))].sort();
  const clusters = [...new Set(bots.flatMap(({ clusterId }) => clusterId ?? []))].sort();
  const choices = [
    { value: 'all', label: 'Everything' },
    ...bots.map(({ botId, botName }) => ({
      value: scopeText({ kind: 'bot', botId }),
      label: `Bot ${botName}`,
    })),
    ...symbols.map((symbol) => ({
      value: scopeText({ kind: 'symbol', symbol }),
      label: `Symbol ${symbol}`,
    })),
    ...clusters.map((clusterId) => ({
      value: scopeText({ kind: 'cluster', clusterId }),
      label: `Cluster ${clusterId}`,
    })),
  ];
  if (choices.some(({ value }) => value === chosen)) return choices;
  const label = scopeLabel(chosen, bots);
  const isKnown = positions !== undefined && readBots !== undefined;
  const note = isKnown ? ' – nothing held' : '';
  return [...choices, { value: chosen, label: `${label.charAt(0).toUpperCase()}${label.slice(1)}${note}` }];
}

/** The scope within a sentence: "everything", "symbol XRPUSDT", "bot Fast demo". */
export function scopeLabel(
  scope: string,
  bots: readonly Pick<ScopedBot, 'botId' | 'botName'>[] = [],
): string {
  const read = readScope(scope);
  switch (read?.kind) {
    case undefined:
      return scope;
    case 'all':
      return 'everything';
    case 'bot':
      return `bot ${bots.find(({ botId }) => botId === read.botId)?.botName ?? read.botId}`;
    case 'symbol':
      return `symbol ${read.symbol}`;
    case 'cluster':
      return `cluster ${read.clusterId}`;
  }
}

/** Undefined where that is not known. */
export function positionsIn(
  scope: string,
  positions: readonly HeldPosition[] | undefined,
  bots: readonly ScopedBot[] | undefined,
): HeldPosition[] | undefined {
  const read = readScope(scope) ?? { kind: 'all' };
  if (positions === undefined || (bots === undefined && read.kind === 'cluster')) return undefined;
  const clusterOf = new Map(bots?.map(({ botId, clusterId }) => [botId, clusterId]));
  return positions.filter(({ botId, symbol }) =>
    covers(read, { botId, symbol, clusterId: botId === null ? null : (clusterOf.get(botId) ?? null) }),
  );
}

/** "Closes 3 positions of 2 bots on testnet." */
export function flattenConsequence(touched: readonly HeldPosition[] | undefined): string {
  if (touched === undefined)
    return 'What is held cannot be read now: everything in this scope is closed, whatever it is.';
  if (touched.length === 0) return 'Closes no position: none is open in this scope.';
  const bots = new Set(touched.map(({ botId }) => botId).filter((botId) => botId !== null));
  const networks = [...new Set(touched.map(({ network }) => network))].sort();
  const ofBots = bots.size === 0 ? '' : ` of ${plural(bots.size, 'bot')}`;
  return `Closes ${plural(touched.length, 'position')}${ofBots} on ${networks.join(' and ')}.`;
}

/** What a halt leaves open. */
export function haltConsequence(positions: readonly HeldPosition[] | undefined): string {
  if (positions === undefined) return 'What is held cannot be read now; it stays open.';
  const { length } = positions;
  if (length === 0) return 'Nothing is held.';
  return `${plural(length, 'position')} stay${length === 1 ? 's' : ''} open, each under its stop.`;
}
