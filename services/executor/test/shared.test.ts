import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceHandle } from '@platform/service-kit';
import { eventually } from '@platform/testkit';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bot, ExecutorDesk, FAST_TIMING } from './desk';

let desk: ExecutorDesk;
let service: ServiceHandle;
beforeAll(async () => {
  desk = await ExecutorDesk.open({ seed: 77 });
  service = await desk.startReady({}, FAST_TIMING);
});
afterAll(() => desk?.close());

const READ_LAG_MS = 3_000;

let symbols = 0;
const freshSymbol = () => `SPARE${symbols++}USDT`;

async function enter(symbol: string, name: string, side: 'long' | 'short', qty: string): Promise<Bot> {
  const bot = await desk.addBot(`${name} on ${symbol}`, symbol);
  await desk.outcome(await desk.intend(bot, { side, qty }));
  await eventually(async () => Math.abs(await held(bot)) === Number(qty));
  return bot;
}

/** What the books say the bot holds, signed. */
async function held({ botId, symbol }: Bot): Promise<number> {
  const [row] = await desk.rows<{ qty: number }>(
    'SELECT qty::float8 FROM trading.positions WHERE bot_id = $1 AND symbol = $2',
    [botId, symbol],
  );
  return row?.qty ?? 0;
}

async function unowned(symbol: string): Promise<number[]> {
  const rows = await desk.rows<{ qty: number }>(
    'SELECT qty::float8 FROM trading.positions WHERE bot_id IS NULL AND symbol = $1 AND qty <> 0',
    [symbol],
  );
  return rows.map(({ qty }) => qty);
}

const near = (quantity: number) => expect.closeTo(quantity, 9);
const byHand = (symbol: string, side: 'BUY' | 'SELL', positionSide: 'LONG' | 'SHORT', quantity: string) =>
  desk.sim.admin.trade('main', {
    symbol,
    side,
    positionSide,
    type: 'MARKET',
    quantity,
    newClientOrderId: `web_${symbols}${side}${positionSide}`,
  });

async function adjustments({ botId }: Bot): Promise<string[]> {
  const rows = await desk.rows<{ cause: string }>(
    `SELECT metadata->>'cause' AS cause FROM trading.bot_events
     WHERE bot_id = $1 AND event_type = 'PositionAdjusted'`,
    [botId],
  );
  return rows.map(({ cause }) => cause);
}

describe('a flatten of a symbol that bots share', () => {
  it('a flatten of a shared symbol closes each bot with its own orders and leaves it able to trade', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const bots = [
      await enter(symbol, 'A', 'long', quantity),
      await enter(symbol, 'B', 'long', quantity),
      await enter(symbol, 'C', 'short', quantity),
    ];
    await desk.setLatch(true);
    await desk.command(`symbol:${symbol}`);
    await eventually(() => desk.liveStops(symbol).length === 0);
    await eventually(async () => {
      expect(await Promise.all(bots.map(held))).toEqual([0, 0, 0]);
    });
    expect([desk.exchangeSides(symbol).long, desk.exchangeSides(symbol).short]).toEqual([0, 0]);
    const owners = await desk.rows<{ bot_id: string }>(
      `SELECT DISTINCT bot_id FROM trading.orders WHERE symbol = $1 AND leg = 'flatten' AND filled_qty > 0`,
      [symbol],
    );
    expect(owners.map(({ bot_id }) => bot_id).sort()).toEqual(bots.map(({ botId }) => botId).sort());
    await desk.setLatch(false);
    await eventually(async () => {
      const health = (await (await fetch(`${service.url}/healthz`)).json()) as { halted: boolean };
      return !health.halted;
    });
    const again = await desk.intend(bots[1]!, { side: 'long', qty: quantity });
    expect(await desk.outcome(again)).toMatchObject({ outcome: 'accepted', outcome_reason: null });
    await eventually(async () => (await held(bots[1]!)) === Number(quantity));
  });

  it('a flatten for one bot takes from its own side, whatever others hold on the other', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const long = await enter(symbol, 'A', 'long', String(2 * Number(quantity)));
    const short = await enter(symbol, 'B', 'short', quantity);
    await desk.command(`bot:${short.botId}`, short.botId);
    await eventually(async () => (await held(short)) === 0);
    expect(desk.exchangeSides(symbol).short).toBe(0);
    expect(desk.exchangeSides(symbol).long).toBeCloseTo(2 * Number(quantity));
    expect(await held(long)).toBeCloseTo(2 * Number(quantity));
  });

  it.each(['reset', 'unknown_503'] as const)(
    'a flatten for one bot closes no neighbour when the answer to its order is lost (%s)',
    async (kind) => {
      const symbol = freshSymbol();
      const quantity = await desk.quantity(symbol);
      const leaving = await enter(symbol, 'A', 'long', quantity);
      const staying = await enter(symbol, 'B', 'long', quantity);
      desk.sim.admin.addFault({ kind, method: 'POST', path: '/fapi/v1/order', count: 1, accepted: true });
      await desk.command(`bot:${leaving.botId}`, leaving.botId);
      await eventually(async () => (await held(leaving)) === 0);
      await sleep(2_000);
      desk.sim.admin.clearFaults();
      expect(desk.exchangeSides(symbol).long).toBeCloseTo(Number(quantity));
      expect(await held(staying)).toBeCloseTo(Number(quantity));
    },
  );

  it('a flatten for one bot waits for proof before it repeats a lost order on a shared side', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const leaving = await enter(symbol, 'A', 'long', quantity);
    const staying = await enter(symbol, 'B', 'long', quantity);
    const fault = { method: 'POST', path: '/fapi/v1/order', count: 1 } as const;
    desk.sim.admin.addFault({ kind: 'unknown_503', accepted: false, ...fault });
    await desk.command(`bot:${leaving.botId}`, leaving.botId);
    await eventually(async () => (await held(leaving)) === 0);
    expect(desk.exchangeSides(symbol).long).toBeCloseTo(Number(quantity));
    expect(await held(staying)).toBeCloseTo(Number(quantity));
    const [lost] = await desk.rows<{ status_reason: string }>(
      `SELECT status_reason FROM trading.orders WHERE bot_id = $1 AND leg = 'flatten' AND status = 'rejected'`,
      [leaving.botId],
    );
    expect(lost?.status_reason).toBe('proved absent at the exchange');
  });

  it.each(['bot', 'cluster'] as const)(
    'a flatten for one %s lets nothing of that bot be opened until flat, and leaves its neighbour free',
    async (scope) => {
      const symbol = freshSymbol();
      const quantity = await desk.quantity(symbol);
      const leaving = await enter(symbol, 'A', 'long', quantity);
      const neighbour = await desk.addBot(`B on ${symbol}`, symbol);
      await desk.configure(leaving);
      await desk.rows('UPDATE trading.bot_configs SET cluster_id = $1 WHERE id = $2', [
        symbol,
        leaving.botId,
      ]);
      const sent = () => desk.requests('POST', '/fapi/v1/order').length;
      const before = sent();
      const refusal = { kind: 'error', code: -2010, status: 400, accepted: false } as const;
      const { id } = desk.sim.admin.addFault({ ...refusal, symbol, method: 'POST', path: '/fapi/v1/order' });
      if (scope === 'bot') await desk.command(`bot:${leaving.botId}`, leaving.botId);
      else await desk.command(`cluster:${symbol}`);
      await eventually(() => sent() > before);
      const refused = await desk.outcome(await desk.intend(leaving, { side: 'long', qty: quantity }));
      expect(refused).toMatchObject({ outcome: 'rejected', outcome_reason: 'risk_halted' });
      const own = await desk.outcome(await desk.intend(neighbour, { side: 'long', qty: quantity }));
      expect(own).toMatchObject({ outcome: 'rejected', outcome_reason: 'entry_submission_failed' });
      desk.sim.admin.clearFaults(id);
      await eventually(async () => (await held(leaving)) === 0);
    },
  );

  it('a flatten goes on while one symbol cannot be closed, and closes that one as soon as it can be', async () => {
    const [stuck, free] = [freshSymbol(), freshSymbol()];
    const first = await enter(stuck, 'A', 'long', await desk.quantity(stuck));
    const second = await enter(free, 'B', 'long', await desk.quantity(free));
    await eventually(() => desk.liveStops(stuck).length === 1);
    desk.sim.admin.changeFilters(stuck, { status: 'BREAK' });
    await desk.setLatch(true);
    await desk.command(`symbol:${stuck}`);
    await desk.command(`bot:${second.botId}`, second.botId);
    await eventually(async () => (await held(second)) === 0);
    expect(await held(first)).toBeGreaterThan(0);
    expect(desk.liveStops(stuck)).toHaveLength(1);
    desk.sim.admin.changeFilters(stuck, { status: 'TRADING' });
    await eventually(async () => (await held(first)) === 0);
    await desk.setLatch(false);
    await eventually(async () => {
      const health = (await (await fetch(`${service.url}/healthz`)).json()) as { halted: boolean };
      return !health.halted;
    });
  });
});

it.each(['exit', 'flatten'] as const)(
  'a bot that leaves a shared side has no target once its %s is sent, and its stop still',
  async (leg) => {
    const symbol = freshSymbol();
    const qty = await desk.quantity(symbol);
    const tp = ((await desk.markPrice(symbol)) * 1.05).toFixed(2);
    const leaving = await desk.addBot(`A on ${symbol}`, symbol);
    await desk.outcome(await desk.intend(leaving, { side: 'long', qty, tp }));
    const staying = await enter(symbol, 'B', 'long', qty);
    await eventually(() => desk.liveStops(symbol).length === 3);
    if (leg === 'exit') await desk.intend(leaving, { side: 'flat' });
    else await desk.command(`bot:${leaving.botId}`, leaving.botId);
    await eventually(async () => (await held(leaving)) === 0 && desk.liveStops(symbol).length === 1);
    const ends = desk.sim.admin
      .ledger({ kinds: ['algo', 'order'], limit: 1_000_000 })
      .map(({ data }) => data as Readonly<Record<string, unknown>>)
      .filter((entry) => entry['symbol'] === symbol)
      .flatMap((entry) => {
        if (entry['algoStatus'] === 'CANCELED') return [entry['orderType']];
        return entry['side'] === 'SELL' && entry['status'] === 'FILLED' ? ['closed'] : [];
      });
    expect(ends).toEqual(['TAKE_PROFIT_MARKET', 'closed', 'STOP_MARKET']);
    expect(await held(staying)).toBeCloseTo(Number(qty));
  },
);

describe('what somebody else does at the exchange', () => {
  it('a foreign closing is borne exactly by those who hold the side, and reported to each of them', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const first = await enter(symbol, 'A', 'long', quantity);
    const second = await enter(symbol, 'B', 'long', quantity);
    const other = await enter(symbol, 'C', 'short', quantity);
    byHand(symbol, 'SELL', 'LONG', String(2 * Number(quantity)));
    await eventually(async () => (await held(first)) === 0 && (await held(second)) === 0);
    expect(await held(other)).toBeCloseTo(-Number(quantity));
    expect(await unowned(symbol)).toEqual([]);
    expect([await adjustments(first), await adjustments(second)]).toEqual([
      ['traded_elsewhere'],
      ['traded_elsewhere'],
    ]);
    expect(await desk.errorCount(service, 'EXECUTOR_POSITION_ADJUSTED')).toBeGreaterThanOrEqual(2);
    const again = await desk.intend(first, { side: 'long', qty: quantity });
    expect(await desk.outcome(again)).toMatchObject({ outcome: 'accepted', outcome_reason: null });
  });

  it('a foreign closing is borne by its holder although it was reported before what it closed', async () => {
    const symbol = freshSymbol();
    const { admin } = desk.sim;
    const bot = await desk.addBot('overtaken', symbol);
    const qty = await desk.quantity(symbol);
    // Neither the answer to the entry nor its events arrive before those of the closing.
    const lost = admin.addFault({ kind: 'hang', method: 'POST', path: '/fapi/v1/order', symbol, count: 1 });
    const late = admin.addFault({ kind: 'delay_event', symbol, durationMs: 700 });
    const lagging = admin.addFault({
      kind: 'stale_reads',
      method: 'GET',
      path: '/fapi/*',
      symbol,
      durationMs: 60_000,
    });
    try {
      const intent = await desk.intend(bot, { side: 'long', qty });
      await eventually(() => desk.exchangeSides(symbol).long > 0);
      admin.clearFaults(late.id);
      byHand(symbol, 'SELL', 'LONG', qty);
      await sleep(300);
      admin.clearFaults(lagging.id);
      expect((await desk.outcome(intent)).outcome).toBe('accepted');
    } finally {
      for (const { id } of [lost, late, lagging]) admin.clearFaults(id);
    }
    await eventually(async () => {
      expect(await adjustments(bot)).toEqual(['traded_elsewhere']);
    });
    expect(await held(bot)).toBe(0);
    expect(await unowned(symbol)).toEqual([]);
    await eventually(() => desk.liveStops(symbol).length === 0);
  });

  it('a foreign opening is unowned, per side, and a flatten of the symbol closes it', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const bot = await enter(symbol, 'A', 'long', quantity);
    byHand(symbol, 'BUY', 'LONG', quantity);
    byHand(symbol, 'SELL', 'SHORT', quantity);
    await eventually(async () => (await unowned(symbol)).length === 2);
    await desk.command(`symbol:${symbol}`);
    await eventually(async () => (await held(bot)) === 0 && (await unowned(symbol)).length === 0);
    expect([desk.exchangeSides(symbol).long, desk.exchangeSides(symbol).short]).toEqual([0, 0]);
  });

  it('a foreign change leaves the stop of a whole holding when the lots get coarser', async () => {
    const symbol = freshSymbol();
    const quantity = `${Math.floor(Number(await desk.quantity(symbol)))}.5`;
    await enter(symbol, 'A', 'long', quantity);
    const [stop] = await eventually(() => desk.liveStops(symbol).length === 1 && desk.liveStops(symbol));
    desk.sim.admin.changeFilters(symbol, { stepSize: '1', minQty: '1' });
    const other = await desk.addBot('B', symbol);
    await desk.outcome(await desk.intend(other, { side: 'long', qty: quantity }));
    await sleep(READ_LAG_MS);
    expect(desk.liveStops(symbol)).toContainEqual(stop);
  });

  it('an exit that leaves less than a lot leaves no stop that could close a neighbour', async () => {
    const symbol = freshSymbol();
    const quantity = `${Math.floor(Number(await desk.quantity(symbol)))}.5`;
    const leaving = await enter(symbol, 'A', 'long', quantity);
    await enter(symbol, 'B', 'long', quantity);
    await eventually(() => desk.liveStops(symbol).length === 2);
    desk.sim.admin.changeFilters(symbol, { stepSize: '1', minQty: '1' });
    await desk.intend(leaving, { side: 'flat' });
    await eventually(async () => (await held(leaving)) === 0.5 && desk.liveStops(symbol).length === 1);
    expect(desk.liveStops(symbol)).toMatchObject([{ quantity }]);
    desk.sim.admin.changeFilters(symbol, { stepSize: '0.1', minQty: '0.1' });
    await eventually(async () => (await held(leaving)) === 0);
  });

  it('a rest that a flatten closes stays under its stop although reads still show the whole', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    await enter(symbol, 'A', 'long', quantity);
    await eventually(() => desk.liveStops(symbol).length === 1);
    await sleep(READ_LAG_MS);
    const faults = [
      desk.sim.admin.addFault({ kind: 'delay_event', symbol, durationMs: READ_LAG_MS }),
      desk.sim.admin.addFault({
        kind: 'stale_reads',
        method: 'GET',
        path: '/fapi/*',
        symbol,
        durationMs: READ_LAG_MS,
      }),
    ];
    byHand(symbol, 'SELL', 'LONG', (0.6 * Number(quantity)).toFixed(1));
    await desk.command(`symbol:${symbol}`);
    await eventually(() => desk.exchangeSides(symbol).long === 0);
    for (const { id } of faults) desk.sim.admin.clearFaults(id);
    await eventually(() => desk.liveStops(symbol).length === 0);
    const last = (kind: 'fill' | 'algo') =>
      desk.sim.admin
        .ledger({ kinds: [kind], limit: 1_000_000 })
        .findLast(({ data }) => (data as { symbol?: string }).symbol === symbol)!.seq;
    expect(last('fill')).toBeLessThan(last('algo'));
  });

  it('a foreign trade is booked when its trades can be read again, and not before', async () => {
    const symbol = freshSymbol();
    const bot = await enter(symbol, 'A', 'long', await desk.quantity(symbol));
    desk.sim.admin.addFault({ kind: 'drop_event' });
    desk.sim.admin.addFault({ kind: 'unavailable_503', method: 'GET', path: '/fapi/v1/userTrades' });
    desk.sim.admin.liquidate('main', symbol);
    await sleep(6_000);
    expect(await unowned(symbol)).toEqual([]);
    desk.sim.admin.clearFaults();
    await eventually(async () => (await held(bot)) === 0);
    expect(await unowned(symbol)).toEqual([]);
    expect(await adjustments(bot)).toEqual(['forced']);
  });

  it('a foreign trade is found after more than a week without a trade', async () => {
    const symbol = freshSymbol();
    const bot = await enter(symbol, 'A', 'long', await desk.quantity(symbol));
    await eventually(() => desk.liveStops(symbol).length === 1);
    await desk.owner.query(
      'UPDATE trading.fills SET trade_time = trade_time - 8 * 86400000 WHERE symbol = $1',
      [symbol],
    );
    desk.sim.admin.addFault({ kind: 'drop_event' });
    desk.sim.admin.changeMarket({ symbol, factor: 0.85 });
    await eventually(() => desk.exchangePosition(symbol) === 0);
    desk.sim.admin.clearFaults();
    await eventually(async () => (await held(bot)) === 0);
  });
});

it('an order that has ended in the books and lives at the exchange is cancelled', async () => {
  const symbol = freshSymbol();
  const bot = await enter(symbol, 'A', 'long', await desk.quantity(symbol));
  const [stop] = await eventually(() => {
    const live = desk.liveStops(symbol);
    return live.length === 1 && live;
  });
  await desk.owner.query(
    `UPDATE trading.orders SET status = 'expired' WHERE bot_id = $1 AND leg = 'sl' AND status = 'new'`,
    [bot.botId],
  );
  await eventually(() => desk.liveStops(symbol).every((live) => live['algoId'] !== stop!['algoId']));
  await eventually(() => desk.liveStops(symbol).length === 1);
});

describe('POST /positions/accept', () => {
  const accept = (symbol: string, token = crypto.randomUUID()) =>
    desk.post(service, '/positions/accept', {
      network: 'testnet',
      symbol,
      reason: 'agreed with the exchange',
      confirm_token: token,
    });

  it('POST /positions/accept books what is missing onto the holders and the rest as unowned, once', async () => {
    const symbol = freshSymbol();
    const quantity = await desk.quantity(symbol);
    const bot = await enter(symbol, 'A', 'long', quantity);
    // As after a trade that the exchange no longer reports.
    await desk.owner.query('UPDATE trading.positions SET qty = qty * 3 WHERE bot_id = $1', [bot.botId]);
    const token = crypto.randomUUID();
    const answer = await accept(symbol, token);
    expect(answer.status).toBe(200);
    expect(answer.body['adjustments']).toEqual([
      {
        bot_id: bot.botId,
        side: 'long',
        qty_before: new Decimal(quantity).times(3).toFixed(),
        qty_after: new Decimal(quantity).toFixed(),
      },
    ]);
    expect(await held(bot)).toEqual(near(Number(quantity)));
    expect((await accept(symbol)).body['adjustments']).toEqual([]);
    const used = await accept(symbol, token);
    expect([used.status, used.body['field']]).toEqual([400, 'confirm_token']);
    expect(await adjustments(bot)).toEqual(['accepted']);
    const audit = await desk.rows(
      `SELECT FROM ops.audit_log WHERE action = 'accept_position' AND reason IS NOT NULL`,
    );
    expect(audit).toHaveLength(2);
  });

  it('POST /positions/accept changes nothing while the exchange cannot be read', async () => {
    const symbol = freshSymbol();
    const bot = await enter(symbol, 'A', 'long', await desk.quantity(symbol));
    await desk.owner.query('UPDATE trading.positions SET qty = qty * 3 WHERE bot_id = $1', [bot.botId]);
    const before = await held(bot);
    desk.sim.admin.addFault({ kind: 'unavailable_503', method: 'GET', path: '/fapi/v3/positionRisk' });
    const answer = await accept(symbol);
    desk.sim.admin.clearFaults();
    expect([answer.status, answer.body['code']]).toEqual([503, 'EXECUTOR_EXCHANGE_UNREADABLE']);
    expect(await held(bot)).toBe(before);
    expect((await accept(symbol)).status).toBe(200);
  });

  it('POST /positions/accept needs the operator’s token, a reason and a network with keys', async () => {
    const body = { network: 'testnet', symbol: 'BTCUSDT', reason: 'x', confirm_token: crypto.randomUUID() };
    expect((await desk.post(service, '/positions/accept', body, {})).status).toBe(401);
    const blank = await desk.post(service, '/positions/accept', { ...body, reason: ' ' });
    expect([blank.status, blank.body['field']]).toEqual([400, 'reason']);
    const keyless = await desk.post(service, '/positions/accept', { ...body, network: 'prod' });
    expect([keyless.status, keyless.body['field']]).toEqual([400, 'network']);
  });
});
