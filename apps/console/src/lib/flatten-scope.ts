/** What a flatten would touch, said before it is pressed. The scope is the contract's text: all, bot:…, symbol:…, cluster:…. */
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
  readonly clusterId: string | null;
}

/**
 * Everything first, then each bot, symbol and cluster that there is. What is chosen stays among them when the last position
 * of it closes: a list without it would show another scope than the one that is sent.
 */
export function scopeChoices(
  positions: readonly HeldPosition[],
  bots: readonly ScopedBot[],
  chosen: string,
): Choice[] {
  const symbols = [...new Set(positions.map(({ symbol }) => symbol))].sort();
  const clusters = [...new Set(bots.flatMap(({ clusterId }) => clusterId ?? []))].sort();
  const choices = [
    { value: 'all', label: 'Everything' },
    ...bots.map(({ botId, botName }) => ({ value: `bot:${botId}`, label: `Bot ${botName}` })),
    ...symbols.map((symbol) => ({ value: `symbol:${symbol}`, label: `Symbol ${symbol}` })),
    ...clusters.map((cluster) => ({ value: `cluster:${cluster}`, label: `Cluster ${cluster}` })),
  ];
  if (choices.some(({ value }) => value === chosen)) return choices;
  const label = scopeLabel(chosen, bots);
  return [
    ...choices,
    { value: chosen, label: `${label.charAt(0).toUpperCase()}${label.slice(1)} – nothing held` },
  ];
}

/** The scope within a sentence: "everything", "symbol XRPUSDT", "bot Fast demo". */
export function scopeLabel(scope: string, bots: readonly Pick<ScopedBot, 'botId' | 'botName'>[]): string {
  const [kind, id] = splitOnce(scope);
  if (id === undefined) return scope === 'all' ? 'everything' : scope;
  return kind === 'bot' ? `bot ${bots.find(({ botId }) => botId === id)?.botName ?? id}` : `${kind} ${id}`;
}

export function positionsIn(
  scope: string,
  positions: readonly HeldPosition[],
  bots: readonly ScopedBot[],
): HeldPosition[] {
  const [kind, id = ''] = splitOnce(scope);
  const clusterOf = new Map(bots.map(({ botId, clusterId }) => [botId, clusterId]));
  return positions.filter(({ botId, symbol }) => {
    if (kind === 'bot') return botId === id;
    if (kind === 'symbol') return symbol === id;
    if (kind === 'cluster') return botId !== null && clusterOf.get(botId) === id;
    return true;
  });
}

function splitOnce(scope: string): [string, string | undefined] {
  const colon = scope.indexOf(':');
  return colon < 0 ? [scope, undefined] : [scope.slice(0, colon), scope.slice(colon + 1)];
}

/** "Closes 3 positions of 2 bots on testnet." */
export function flattenConsequence(touched: readonly HeldPosition[]): string {
  if (touched.length === 0) return 'Closes no position: none is open in this scope.';
  const bots = new Set(touched.map(({ botId }) => botId).filter((botId) => botId !== null));
  const networks = [...new Set(touched.map(({ network }) => network))].sort();
  const ofBots = bots.size === 0 ? '' : ` of ${plural(bots.size, 'bot')}`;
  return `Closes ${plural(touched.length, 'position')}${ofBots} on ${networks.join(' and ')}.`;
}
