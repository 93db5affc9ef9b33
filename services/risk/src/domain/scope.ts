/** Which scopes the risk service takes from a request, and what those of its breakers mean for commands. */
import { type FlattenScope, readScope } from '@platform/contracts';
import { err, isUuid, ok, type Result } from '@platform/core';
import { PORTFOLIO } from '@platform/risk-rules';

const SYMBOL = /^[A-Z0-9]{2,30}$/;
const CLUSTER = /^[^\s\p{Cc}]{1,128}$/u;

/** An absent scope is everything; anything else that is not one of the four forms is refused, not guessed. */
export function parseScope(given: unknown): Result<FlattenScope, 'RISK_INVALID_SCOPE'> {
  if (given === undefined) return ok({ kind: 'all' });
  const scope = typeof given === 'string' ? readScope(given) : null;
  return scope !== null && isSound(scope) ? ok(scope) : err('RISK_INVALID_SCOPE');
}

function isSound(scope: FlattenScope): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'bot':
      return isUuid(scope.botId);
    case 'symbol':
      return SYMBOL.test(scope.symbol);
    case 'cluster':
      return CLUSTER.test(scope.clusterId);
  }
}

/**
 * What a breaker's scope means for commands. A wallet is everything that draws on it, and the latch knows no
 * networks: it covers all. Scopes come from our own rows: one that cannot be read covers everything too.
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
