/** The four scopes of a flatten: all, bot:<uuid>, symbol:<SYMBOL>, cluster:<id>. */
import type { FlattenScope } from '@platform/contracts';
import { err, isUuid, ok, type Result } from '@platform/core';
import { PORTFOLIO } from '@platform/risk-rules';

const SYMBOL = /^[A-Z0-9]{2,30}$/;
const CLUSTER = /^[^\s\p{Cc}]{1,128}$/u;

/** An absent scope is everything; anything else that is not one of the four forms is refused, not guessed. */
export function parseScope(given: unknown): Result<FlattenScope, 'RISK_INVALID_SCOPE'> {
  if (given === undefined || given === 'all') return ok({ kind: 'all' });
  if (typeof given !== 'string') return err('RISK_INVALID_SCOPE');
  const colon = given.indexOf(':');
  const name = given.slice(colon + 1);
  switch (given.slice(0, Math.max(colon, 0))) {
    case 'bot':
      return isUuid(name) ? ok({ kind: 'bot', botId: name.toLowerCase() }) : err('RISK_INVALID_SCOPE');
    case 'symbol':
      return SYMBOL.test(name) ? ok({ kind: 'symbol', symbol: name }) : err('RISK_INVALID_SCOPE');
    case 'cluster':
      return CLUSTER.test(name) ? ok({ kind: 'cluster', clusterId: name }) : err('RISK_INVALID_SCOPE');
    default:
      return err('RISK_INVALID_SCOPE');
  }
}

export function scopeText(scope: FlattenScope): string {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'bot':
      return `bot:${scope.botId}`;
    case 'symbol':
      return `symbol:${scope.symbol}`;
    case 'cluster':
      return `cluster:${scope.clusterId}`;
  }
}

/**
 * What a breaker's scope means for commands. A wallet is everything that draws on it, and the latch knows no networks: it covers all.
 * Scopes come from our own rows: one that cannot be read covers everything too.
 */
export function commandScope(breakerScope: string): FlattenScope {
  if (breakerScope === PORTFOLIO) return { kind: 'all' };
  const parsed = parseScope(breakerScope);
  return parsed.ok ? parsed.value : { kind: 'all' };
}

export interface ScopedBot {
  readonly botId: string;
  readonly symbol: string;
  readonly clusterId: string | null;
}

export function covers(scope: FlattenScope, bot: ScopedBot): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'bot':
      return bot.botId === scope.botId;
    case 'symbol':
      return bot.symbol === scope.symbol;
    case 'cluster':
      return bot.clusterId === scope.clusterId;
  }
}
