/**
 * The text of a scope, the one grammar of commands, breakers and screens: all, bot:<id>, symbol:<SYMBOL>,
 * cluster:<id>.
 */
import type { FlattenScope } from './vocabulary/risk';

/** Null for a text of another form. Whether such a bot, symbol or cluster exists is not asked. */
export function readScope(text: string): FlattenScope | null {
  if (text === 'all') return { kind: 'all' };
  const colon = text.indexOf(':');
  const name = text.slice(colon + 1);
  if (name === '') return null;
  switch (text.slice(0, Math.max(colon, 0))) {
    case 'bot':
      return { kind: 'bot', botId: name.toLowerCase() };
    case 'symbol':
      return { kind: 'symbol', symbol: name };
    case 'cluster':
      return { kind: 'cluster', clusterId: name };
    default:
      return null;
  }
}

export function scopeText(scope: FlattenScope): string {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'bot':
      return `bot:${scope.botId.toLowerCase()}`;
    case 'symbol':
      return `symbol:${scope.symbol}`;
    case 'cluster':
      return `cluster:${scope.clusterId}`;
  }
}

/** What a scope may name of a bot, or of a position that no bot holds. */
export interface Scoped {
  readonly botId: string | null;
  readonly symbol: string;
  readonly clusterId: string | null;
}

export function covers(scope: FlattenScope, { botId, symbol, clusterId }: Scoped): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'bot':
      return botId?.toLowerCase() === scope.botId.toLowerCase();
    case 'symbol':
      return symbol === scope.symbol;
    case 'cluster':
      return clusterId === scope.clusterId;
  }
}

/** The texts of all scopes that cover it. */
export function scopesCovering({ botId, symbol, clusterId }: Scoped): readonly string[] {
  const scopes: FlattenScope[] = [{ kind: 'all' }, { kind: 'symbol', symbol }];
  if (botId !== null) scopes.push({ kind: 'bot', botId });
  if (clusterId !== null) scopes.push({ kind: 'cluster', clusterId });
  return scopes.map(scopeText);
}
