/**
 * Bugs that somebody once shipped, as patches: proof that the checkers have teeth. Each lives only in a bundle that the simulation
 * builds for it. Where PostgreSQL's own guard would hide the bug, its database goes without that check; a bug of the database itself is
 * planted there.
 */
import { functionWith, guardWithout } from '../world/changes.sql';
import { EXECUTOR, KIT, type PlantedBug, patch } from './planted-bug';
import { BUGS_OF_HOLDERS } from './planted-bugs-of-holders';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'drop-the-fence',
    story: 'an intent of a bot that lost its lease is traded',
    breaks: ['I11'],
    patches: [patch('packages/risk-rules/src/gates/permission.ts', 'lease.fence !== fence', 'fence < 0n')],
    databaseSetup: [guardWithout('intent.fence <> current_fence')],
  },
  {
    name: 'cache-the-latch',
    story: 'the halt latch is read once and believed for ever',
    breaks: ['I8'],
    patches: [
      patch(
        `${KIT}/db/halt-latch.ts`,
        'const startedMs = performance.now();',
        `const startedMs = performance.now();
    if (this.#readAtMs > 0) {
      this.#readAtMs = startedMs;
      return;
    }`,
      ),
    ],
    databaseSetup: [guardWithout('is_halted IS DISTINCT FROM false')],
  },
  {
    name: 'resend-on-timeout',
    story: 'an order without an answer is sent again',
    breaks: ['I1', 'I3'],
    patches: [
      patch(
        `${EXECUTOR}/app/submitter.ts`,
        'const outcome = await sending;',
        `let outcome = await sending;
    if (outcome.kind === 'unknown') outcome = await place();`,
      ),
    ],
  },
  {
    name: 'unknown-is-failed',
    story: 'an order without an answer counts as refused',
    breaks: ['I3', 'I4'],
    patches: [patch(`${EXECUTOR}/app/submitter.ts`, `settle('unknown',`, `settle('rejected',`)],
  },
  {
    name: 'trust-first-not-found',
    story: 'one read that does not show an order proves that it does not exist',
    breaks: ['I3', 'I4'],
    patches: [
      patch(
        `${EXECUTOR}/domain/absence.ts`,
        'evidence !== undefined &&',
        'evidence !== undefined || false &&',
      ),
      patch(`${EXECUTOR}/app/resolver.ts`, 'if (await this.#isInHistory(symbol, order)) return false;', ''),
    ],
  },
  {
    name: 'skip-the-algo-space',
    story: 'stops are looked for among the plain orders',
    breaks: ['I17', 'I18', 'I21'],
    patches: [
      patch(
        `${EXECUTOR}/venue/venue.ts`,
        `if (space === 'regular') return`,
        `if (space !== undefined) return`,
      ),
      patch(`${EXECUTOR}/venue/venue.ts`, ', ...conditional.value.map(ofConditional)]', ']'),
    ],
  },
  {
    name: 'query-without-timeout',
    story: 'a database that falls silent is waited for without end',
    breaks: ['I25'],
    patches: [
      patch(
        `${KIT}/db/answer-within.ts`,
        'return within(timeoutMs, answer, () => new NoAnswer(timeoutMs));',
        'return answer;',
      ),
      patch(`${KIT}/db/pool.ts`, 'query_timeout: QUERY_TIMEOUT_MS,', ''),
    ],
  },
  {
    name: 'cap-without-unknowns',
    story: 'an order of unknown fate does not count against the caps',
    breaks: ['I13'],
    patches: [],
    databaseSetup: [
      functionWith(
        'trading.used_usd',
        'ELSE o.notional_usd',
        `WHEN o.status IN ('submitting', 'unknown') THEN 0 ELSE o.notional_usd`,
      ),
    ],
  },
  {
    name: 'entries-beside-unknowns',
    story: 'a symbol with an order of unknown fate takes the next entry',
    breaks: ['I3'],
    patches: [patch(`${EXECUTOR}/app/intent-handler.ts`, ' || orders.some(isUnresolved)', '')],
  },
  {
    name: 'send-before-write-ahead',
    story: 'the row of an entry is written beside the request instead of before it',
    breaks: ['I2'],
    patches: [
      patch(
        `${EXECUTOR}/app/intent-handler.ts`,
        'const row = await parts.entries.write(entry, parts.limits);',
        `const writtenLater = () => parts.entries.write(entry, parts.limits).catch(() => undefined);
    setTimeout(writtenLater, 200);
    const row = { kind: 'written', order: { orderId: '', clientOrderId: entry.terms.intentId.replaceAll('-', '') + 'e' } };`,
      ),
    ],
  },
  {
    name: 'cancel-then-create',
    story: 'a stop is moved by cancelling it first',
    breaks: ['I17'],
    patches: [
      patch(
        `${EXECUTOR}/domain/protection.ts`,
        'return isSuperfluous && !openEnded.has(slot(order));',
        'return isSuperfluous;',
      ),
      patch(
        `${EXECUTOR}/app/protector.ts`,
        `const stops = await this.#protect(plan, 'sl');`,
        `await this.#cancel(plan);
    const stops = await this.#protect(plan, 'sl');`,
      ),
    ],
  },
  {
    name: 'stop-of-the-first-fill',
    story: 'a stop stays as it is when the position grows',
    breaks: ['I17', 'I18'],
    patches: [
      patch(
        `${EXECUTOR}/domain/protection.ts`,
        `new Decimal(triggerPrice).eq(wanted.triggerPrice) &&
    new Decimal(quantity).minus(filledQuantity).eq(wanted.quantity)`,
        'new Decimal(quantity).gt(0)',
      ),
      // Or the position would be seen as uncovered and closed when its time is up.
      patch(`${EXECUTOR}/domain/protection.ts`, 'return covered.gte(held.abs());', 'return covered.gt(0);'),
    ],
  },
  {
    name: 'no-stop-no-flatten',
    story: 'a position whose stop is refused is kept and hoped for',
    breaks: ['I17'],
    patches: [
      patch(`${EXECUTOR}/app/protector.ts`, 'new Set([...stops.passed, ...unprotected])', 'stops.passed'),
    ],
  },
  {
    name: 'forget-the-orphan',
    story: 'stops that nobody needs any more stay at the venue',
    breaks: ['I18'],
    patches: [patch(`${EXECUTOR}/app/protector.ts`, 'space } of plan.cancel) {', 'space } of []) {')],
  },
  {
    name: 'exit-that-opens',
    story: 'exits open the other side instead of closing their own',
    breaks: ['I19'],
    patches: [
      patch(
        `${EXECUTOR}/app/submitter.ts`,
        `{ positionSide: reducedSide(side), effect: 'close' as const }`,
        `{ positionSide: side === 'sell' ? 'short' : 'long', effect: 'open' }`,
      ),
    ],
  },
  {
    name: 'apply-a-trade-twice',
    story: 'a trade that is told twice moves the position twice',
    breaks: ['I21'],
    patches: [patch(`${EXECUTOR}/store/fills.ts`, 'return inserted !== undefined;', 'return true;')],
  },
  {
    name: 'forget-missed-trades',
    story: 'what the stream did not tell is never read again',
    breaks: ['I21'],
    patches: [
      patch(
        `${EXECUTOR}/app/bookkeeper.ts`,
        'const fromMs = await this.#fromMs(symbol, nowMs);',
        `if (symbol !== '') return true;\n    const fromMs = await this.#fromMs(symbol, nowMs);`,
      ),
    ],
  },
  {
    name: 'believe-the-bus',
    story: 'intents are taken from messages only, and messages get lost',
    breaks: ['I4'],
    patches: [
      patch(
        `${EXECUTOR}/app/intake.ts`,
        `this.#poll = setInterval(
      this.parts.errors.guard('intake', () => this.wake()),
      POLL_MS,
    );
    this.wake();`,
        '',
      ),
      patch(`${EXECUTOR}/app/intake.ts`, 'parts.database.watch.subscribe(', '[].push('),
    ],
  },
  {
    name: 'tidy-on-the-way-out',
    story: 'a process that is told to end cancels its stops',
    breaks: ['I22'],
    patches: [
      patch(
        `${EXECUTOR}/app/trading-network.ts`,
        'await this.#searching;',
        `await this.#searching;
    for (const symbol of this.#desks.keys()) await this.parts.venue.exchange.conditionalOrders.cancelAll(symbol);`,
      ),
    ],
  },
  {
    name: 'log-the-secret',
    story: 'the key is printed to see whether it arrived',
    breaks: ['I25'],
    patches: [
      patch(
        `${EXECUTOR}/networks.ts`,
        'const credentials =',
        'console.log(secret.reveal());\n  const credentials =',
      ),
    ],
  },
  ...BUGS_OF_HOLDERS,
];
