/** Planted bugs about who holds what: bots that share a side, exits, outages and what a bot trades with. */
import { EXECUTOR, type PlantedBug, patch } from './planted-bug';

const HANDLER = `${EXECUTOR}/app/intent-handler.ts`;
const CLOSING = `if (step.kind === 'close') {`;
const CLOSED = `return result === 'sent' ? 'progressed' : 'waiting';`;

export const BUGS_OF_HOLDERS: readonly PlantedBug[] = [
  {
    name: 'flatten-the-side',
    story: 'the flatten of one bot closes everything on its side',
    breaks: ['I19', 'I21'],
    patches: [
      patch(
        `${EXECUTOR}/domain/flatten.ts`,
        'const part = Decimal.min(quantity, room);',
        'const part = new Decimal(exchange[positionSide]);',
      ),
    ],
  },
  {
    name: 'exit-for-all',
    story: 'the exit of one bot is for what all bots hold on its side',
    breaks: ['I19', 'I21'],
    patches: [
      patch(
        HANDLER,
        `const result = await closer.close({ botId, intentId: intent.intentId, quantity }, book.orders);`,
        `const isShort = quantity.startsWith('-');
      const onSide = book.holdings.filter((holding) => holding.quantity.startsWith('-') === isShort);
      const sum = onSide.reduce((total, holding) => total + Number(holding.quantity), 0);
      const everything = { botId, intentId: intent.intentId, quantity: sum.toFixed(8) };
      const result = await closer.close(everything, book.orders);`,
      ),
    ],
  },
  {
    name: 'nobody-bears-it',
    story: 'a closing that no bot asked for is booked to nobody',
    breaks: ['I21'],
    patches: [
      patch(
        `${EXECUTOR}/app/booking.ts`,
        'shareOut(fill, owner?.bot_id ?? undefined, holders)',
        'shareOut(fill, owner?.bot_id ?? undefined, owner === undefined ? [] : holders)',
      ),
    ],
  },
  {
    name: 'first-holder-bears-all',
    story: 'a closing that no bot asked for is booked to one holder, whatever that one holds',
    breaks: ['I17', 'I21'],
    patches: [
      patch(
        `${EXECUTOR}/domain/share.ts`,
        'const part = Decimal.min(left, quantity);',
        'const part = owner === undefined ? left : Decimal.min(left, quantity);',
      ),
    ],
  },
  {
    name: 'close-again-in-doubt',
    story: 'a closing order whose fate is unknown is followed by another',
    breaks: ['I19'],
    patches: [
      patch(`${EXECUTOR}/app/closer.ts`, `if (this.isUnderWay(botId, orders)) return 'waiting';`, ''),
    ],
  },
  {
    name: 'exit-once',
    story: 'an exit that the venue does not take at once is refused',
    breaks: ['I4'],
    patches: [
      patch(
        HANDLER,
        CLOSED,
        `if (result === 'sent') return 'progressed';
      return this.#decide(intent, { outcome: 'rejected', reason: 'exit_submission_failed' });`,
      ),
    ],
  },
  {
    name: 'sent-is-flat',
    story: 'an exit counts as done as soon as its order was taken',
    breaks: ['I4'],
    patches: [
      patch(
        HANDLER,
        CLOSED,
        `return result === 'sent' ? this.#decide(intent, { outcome: 'accepted', reason: null }) : 'waiting';`,
      ),
    ],
  },
  {
    name: 'exit-needs-the-fence',
    story: 'an exit of a bot that lost its lease is refused',
    breaks: ['I4'],
    patches: [
      patch(
        HANDLER,
        CLOSING,
        `const old = judgePermission({ ...this.#permission(intent), isHalted: false });
    if (step.kind === 'close' && old !== null) return this.#refuse(intent, old);
    ${CLOSING}`,
      ),
    ],
  },
  {
    name: 'halt-refuses-exits',
    story: 'an exit that is asked for while halted is refused',
    breaks: ['I4'],
    patches: [
      patch(
        HANDLER,
        CLOSING,
        `if (step.kind === 'close' && this.parts.isHalted())
      return this.#refuse(intent, judgePermission(this.#permission(intent))!);
    ${CLOSING}`,
      ),
    ],
  },
  {
    name: 'give-up-in-an-outage',
    story: 'after a number of orders without an answer no stop or exit is tried any more',
    breaks: ['I4', 'I17', 'I21'],
    patches: [
      patch(
        `${EXECUTOR}/app/outage.ts`,
        'if (nowMs < state.heldUntilMs) return false;',
        'if (nowMs < state.heldUntilMs || state.unanswered > 3) return false;',
      ),
    ],
  },
  {
    name: 'ten-thousand-for-everybody',
    story: 'a live run begins with the equity of a backtest instead of what its bot was given',
    breaks: ['I21'],
    patches: [
      patch(
        `${EXECUTOR}/store/live-run-store.ts`,
        'const initialEquity = allocation ??',
        'const initialEquity =',
      ),
    ],
  },
];
