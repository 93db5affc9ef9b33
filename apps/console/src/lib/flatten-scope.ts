/** What a flatten would touch, said before it is pressed. The scope is the contract's text: all, bot:…, symbol:…, cluster:…. */
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
  return [
    ...choices,
    { value: chosen, label: `${label.charAt(0).toUpperCase()}${label.slice(1)} – nothing held` },
  ];
}

/** The scope within a sentence: "everything", "symbol XRPUSDT", "bot Fast demo". */
export function scopeLabel(scope: string, bots: readonly Pick<ScopedBot, 'botId' | 'botName'>[]): string {
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

export function positionsIn(
  scope: string,
  positions: readonly HeldPosition[],
  bots: readonly ScopedBot[],
): HeldPosition[] {
  const read = readScope(scope) ?? { kind: 'all' };
  const clusterOf = new Map(bots.map(({ botId, clusterId }) => [botId, clusterId]));
  return positions.filter(({ botId, symbol }) =>
    covers(read, { botId, symbol, clusterId: botId === null ? null : (clusterOf.get(botId) ?? null) }),
  );
}

/** "Closes 3 positions of 2 bots on testnet." */
export function flattenConsequence(touched: readonly HeldPosition[]): string {
  if (touched.length === 0) return 'Closes no position: none is open in this scope.';
  const bots = new Set(touched.map(({ botId }) => botId).filter((botId) => botId !== null));
  const networks = [...new Set(touched.map(({ network }) => network))].sort();
  const ofBots = bots.size === 0 ? '' : ` of ${plural(bots.size, 'bot')}`;
  return `Closes ${plural(touched.length, 'position')}${ofBots} on ${networks.join(' and ')}.`;
}
