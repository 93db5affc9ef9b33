/** The admin API: JSON over HTTP, loopback only, outside the venue's limits, faults and signatures. */
import { FAULT_KINDS, type FaultRule } from '../domain/faults';
import type { RateLimitOptions } from '../domain/rate-limits';
import type { SymbolFilters } from '../domain/symbols';
import type { ConfigChange, PositionSide } from '../domain/trading/types';
import { integer, type RawRequest, type Reply } from '../http/call';
import { KEY_STATES, type KeyState } from '../options';
import type { AdminActions, Cancellation, ClockChange, MarketChange } from './actions';

type Body = Readonly<Record<string, unknown>>;
type Handler = (admin: AdminActions, body: Body, params: RawRequest['params']) => unknown;

const done = { ok: true };

/** Each route with one line of help; GET /admin prints them. */
const ROUTES: Readonly<Record<string, { readonly help: string; readonly handle: Handler }>> = {
  'GET /admin/state': { help: 'time, symbols, accounts, faults', handle: (admin) => admin.state() },
  'GET /admin/ledger': {
    help: 'entries after ?since=<seq>, of ?kind=a,b and ?account=, at most ?limit=',
    handle: (admin, _body, params) =>
      admin.ledger({
        sinceSeq: integer(params['since']),
        kinds: params['kind']?.split(','),
        account: params['account'],
        limit: integer(params['limit']),
      }),
  },
  'GET /admin/faults': { help: 'rules in force', handle: (admin) => admin.faults() },
  'POST /admin/faults': {
    help: `add a rule {kind, method?, path?, event?, probability?, count?, forMs?, accepted?, durationMs?, code?, status?, message?}; kinds: ${FAULT_KINDS.join(', ')}`,
    handle: (admin, body) => admin.addFault(faultRule(body)),
  },
  'DELETE /admin/faults': {
    help: 'remove rule ?id=, or all',
    handle: (admin, _body, params) => {
      admin.clearFaults(integer(params['id']));
      return done;
    },
  },
  'POST /admin/faults/seed': {
    help: '{seed}: restart the draws of probabilities',
    handle: act((admin, body) => admin.seedFaults(Number(body['seed']))),
  },
  'POST /admin/clock': {
    help: '{advanceMs?, skewMs?, speed?}',
    handle: act((admin, body) => admin.changeClock(body as ClockChange)),
  },
  'POST /admin/market': {
    help: '{symbol, price? | factor?, liquidity?}: move the price at once, thin the book',
    handle: act((admin, body) => admin.changeMarket(body as unknown as MarketChange)),
  },
  'POST /admin/filters': {
    help: '{symbol, tickSize?, stepSize?, minNotional?, status?, …}',
    handle: act((admin, { symbol, ...filters }) =>
      admin.changeFilters(String(symbol), filters as Partial<SymbolFilters>),
    ),
  },
  'POST /admin/limits': {
    help: '{weightPerMinute?, ordersPer10s?, ordersPerMinute?, refusalsBeforeBan?, banMs?}',
    handle: act((admin, body) => admin.changeLimits(body as Partial<RateLimitOptions>)),
  },
  'POST /admin/liquidate': {
    help: '{account?, symbol, positionSide?, share?, adl?}',
    handle: act((admin, body) =>
      admin.liquidate(
        account(body),
        String(body['symbol']),
        String(body['share'] ?? '1'),
        body['adl'] === true,
        positionSide(body),
      ),
    ),
  },
  'POST /admin/config': {
    help: '{account?, setting: hedgeMode | multiAssets | feeBurn, on} or {account?, setting: leverage | marginType, symbol, leverage | marginType}: a setting changed by hand',
    handle: (admin, { account: name, ...change }) =>
      admin.configure(String(name ?? 'main'), change as unknown as ConfigChange),
  },
  'POST /admin/funding': { help: 'settle funding now', handle: act((admin) => admin.settleFunding()) },
  'POST /admin/deposit': {
    help: '{account?, amount, asset?: USDT | BNB}: a decimal string, negative to take out',
    handle: act((admin, body) =>
      admin.deposit(account(body), String(body['amount']), body['asset'] === 'BNB' ? 'BNB' : 'USDT'),
    ),
  },
  'POST /admin/trade': {
    help: '{account?, symbol, side, type, quantity, …}: an order placed by hand',
    handle: (admin, { account: name, ...params }) =>
      admin.trade(String(name ?? 'main'), params as Readonly<Record<string, string>>),
  },
  'POST /admin/algo': {
    help: '{account?, symbol, side, type, triggerPrice, …}: a stop placed by hand',
    handle: (admin, { account: name, ...params }) =>
      admin.algo(String(name ?? 'main'), params as Readonly<Record<string, string>>),
  },
  'POST /admin/close': {
    help: '{account?, symbol, positionSide?, share?}: a position closed by hand at market',
    handle: (admin, body) =>
      admin.close(account(body), String(body['symbol']), String(body['share'] ?? '1'), positionSide(body)),
  },
  'POST /admin/cancel': {
    help: '{account?, symbol?, clientId?}: orders and stops cancelled by hand',
    handle: (admin, { account: name, ...which }) => ({
      cancelled: admin.cancel(String(name ?? 'main'), which as Cancellation),
    }),
  },
  'POST /admin/delist': {
    help: '{symbol}: cancel its orders, settle its positions, take no more',
    handle: act((admin, body) => admin.delist(String(body['symbol']))),
  },
  'POST /admin/keys': {
    help: `{key, state?: ${KEY_STATES.join(' | ')}, canTrade?}: what the owner did to an API key`,
    handle: act((admin, { key, ...change }) => admin.changeKey(String(key), change as { state?: KeyState })),
  },
  'POST /admin/listen-key/expire': {
    help: '{account?, silently?}',
    handle: (admin, body) => ({ expired: admin.expireListenKey(account(body), body['silently'] === true) }),
  },
  'POST /admin/disconnect': {
    help: '{endpoint?: public | market | private | spot}: cut websockets',
    handle: (admin, body) => ({ closed: admin.disconnect(body['endpoint'] as string | undefined) }),
  },
  'POST /admin/reset': {
    help: 'forget accounts, orders, faults and ledger; keep market and clock',
    handle: act((admin) => admin.reset()),
  },
};

function act(action: (admin: AdminActions, body: Body) => void): Handler {
  return (admin, body) => {
    action(admin, body);
    return done;
  };
}

function account(body: Body): string {
  return String(body['account'] ?? 'main');
}

function positionSide(body: Body): PositionSide | undefined {
  const side = body['positionSide'];
  if (side === undefined || side === 'BOTH' || side === 'LONG' || side === 'SHORT') return side;
  throw new RangeError('positionSide must be BOTH, LONG or SHORT');
}

function faultRule(body: Body): FaultRule {
  const kind = FAULT_KINDS.find((known) => known === body['kind']);
  if (kind === undefined) throw new RangeError(`kind must be one of ${FAULT_KINDS.join(', ')}`);
  return { ...(body as Omit<FaultRule, 'kind'>), kind };
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export function handleAdmin(admin: AdminActions, request: RawRequest, remote: string | undefined): Reply {
  if (remote === undefined || !LOOPBACK.has(remote)) {
    return { status: 403, body: { error: 'the admin API answers on loopback only' } };
  }
  if (request.path === '/admin') {
    const help = Object.entries(ROUTES).map(([route, { help: line }]) => ({ route, help: line }));
    return { status: 200, body: help };
  }
  const route = ROUTES[`${request.method} ${request.path}`];
  if (route === undefined)
    return { status: 404, body: { error: 'no such admin route; GET /admin lists them' } };
  try {
    const body = (request.rawBody === '' ? {} : JSON.parse(request.rawBody)) as Body;
    return { status: 200, body: route.handle(admin, body, request.params) };
  } catch (error) {
    return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } };
  }
}
