/**
 * What every strategy must survive before it may trade, one guarantee after the other, over bars made from a
 * seed. Runs in a process of its own (check.ts), bundled together with the strategy; a watchdog on a second
 * thread names the line of a loop that does not end.
 */
import { performance } from 'node:perf_hooks';
import { BAR_COLUMNS, BarSeries, HOUR_MS, timeframeMs } from '@platform/core';
import { Random } from '@platform/research';
import {
  type CommonParams,
  canonicalSignal,
  type Evaluator,
  findStrategy,
  type MarketSeries,
  SignalGate,
  type StrategyDefinition,
  signalOf,
} from '@platform/strategies';
import { hungriestPlace, lastPlace } from './marks-heard';

export interface GauntletLine {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** No stack shows where: a marked copy of the strategy, run the same way, knows the place. */
  readonly isPlaceless?: boolean;
  readonly place?: string;
}

class Refused extends Error {}

/** Refused for what a stack does not show. */
class RefusedSomewhere extends Refused {
  constructor(
    message: string,
    readonly place: string | undefined,
  ) {
    super(message);
  }
}

const TIMEFRAME = '1h';
const START_MS = Date.UTC(2024, 0, 1);
/** More bytes than this for each bar are no rounding of the measurement. */
const MOST_BYTES_PER_BAR = 8;
const BARS_PER_PIECE = 500;
const MOST_PASSES = 50;
/** The folder of the strategy: what lies in it is the user's own (check.ts). */
const OWN_FOLDER = process.argv[3] ?? '';

/** Says what it is about to do, so that a watchdog knows where it stands, and what came of it. */
export interface Listener {
  onBegin(name: string): void;
  onLine(line: GauntletLine): void;
}

/** Every step until one refuses; true when none did. */
function inOrder(
  listener: Listener,
  steps: readonly (readonly [name: string, prove: () => string])[],
): boolean {
  return steps.every(([name, prove]) => {
    listener.onBegin(name);
    try {
      listener.onLine({ name, ok: true, detail: prove() });
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      const where =
        refusal instanceof RefusedSomewhere
          ? { isPlaceless: true, ...(refusal.place !== undefined && { place: refusal.place }) }
          : {};
      listener.onLine({ name, ok: false, detail: refusal.message, ...where });
      return false;
    }
  });
}

/** Returns the canonical signals over the parity bars; undefined when a guarantee does not hold. */
export function runProofs(folderName: string, exported: unknown, listener: Listener): string | undefined {
  const strategy = exported as StrategyDefinition;
  let bars = new BarSeries(0);
  const isSound = inOrder(listener, [
    [
      'schema',
      () => {
        const detail = soundDefinition(folderName, exported);
        bars = madeBars(warmup(strategy) * 2 + 4_000, 1);
        return detail;
      },
    ],
    ['look-ahead', () => lookAhead(strategy, bars)],
    ['determinism', () => determinism(strategy, bars)],
    ['warm-up', () => laterStart(strategy, bars)],
    ['hostile bars', () => hostile(strategy)],
    ['ranges', () => atTheEnds(strategy, () => listener.onBegin('ranges'))],
  ]);
  return isSound ? signalsOf(strategy, parityBars(strategy)).join('\n') : undefined;
}

/**
 * In a process of their own: the proofs teach the compiler things that make bars cost more than they do in a
 * bot.
 */
export function runMeasures(exported: unknown, listener: Listener): boolean {
  const strategy = exported as StrategyDefinition;
  return inOrder(listener, [
    ['allocation', () => allocation(strategy)],
    ['speed', () => speed(strategy)],
  ]);
}

/** With the line, where a stack shows it. Anything can be thrown. */
function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof Error) return new Refused(`${placeIn(error)}${error.message}`);
  const thrown =
    error === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof error)
      ? String(error)
      : typeof error;
  return new RefusedSomewhere(`throws ${thrown}, which is no Error`, lastPlace());
}

/** The same refusal of one case out of several. */
function ofCase(name: string, error: unknown): Refused {
  const refusal = refusalOf(error);
  const message = `${name}: ${refusal.message}`;
  return refusal instanceof RefusedSomewhere
    ? new RefusedSomewhere(message, refusal.place)
    : new Refused(message);
}

/** The first line of the stack that is the user's own, and a colon. */
function placeIn({ stack }: Error): string {
  const frame = stack?.split('\n').find((line) => /\.ts:\d+/.test(line) && line.includes(`${OWN_FOLDER}/`));
  const place = /([^/\\(]+\.ts:\d+)/.exec(frame ?? '')?.[1];
  return place === undefined ? '' : `${place}: `;
}

function soundDefinition(folderName: string, exported: unknown): string {
  const strategy = exported as StrategyDefinition | undefined;
  if (typeof strategy?.create !== 'function' || typeof strategy.parse !== 'function') {
    throw new Refused('the file has no default export made with defineStrategy');
  }
  if (findStrategy(strategy.name) !== undefined)
    throw new Refused(`${strategy.name} is the name of a built-in strategy`);
  if (strategy.name !== folderName) {
    throw new Refused(`the strategy calls itself ${strategy.name}, its folder ${folderName}`);
  }
  const params = strategy.parse({});
  if (!params.ok) throw new Refused(`the defaults are not allowed: ${JSON.stringify(params.error)}`);
  if (strategy.parse({ no_such_parameter: 1 }).ok) throw new Refused('unknown parameters are not refused');
  for (const [name, property] of Object.entries(strategy.schema.properties)) {
    const { type, minimum, maximum, title } = property as Record<string, unknown>;
    if (title === undefined) throw new Refused(`${name} has no title for its form`);
    const isNumeric = type === 'integer' || type === 'number';
    if (isNumeric && (minimum === undefined || maximum === undefined))
      throw new Refused(`${name} has no range`);
  }
  const bars = strategy.warmupBars(params.value, TIMEFRAME);
  if (!Number.isInteger(bars) || bars < 1 || bars > 5_000)
    throw new Refused(`a warm-up of ${bars} bars; at most 5,000`);
  return `${Object.keys(strategy.schema.properties).length} parameters, warm-up ${bars} bars`;
}

function defaults(strategy: StrategyDefinition): CommonParams {
  const params = strategy.parse({});
  if (!params.ok) throw new Refused('the defaults are not allowed');
  return params.value;
}

function warmup(strategy: StrategyDefinition): number {
  return strategy.warmupBars(defaults(strategy), TIMEFRAME);
}

/** Trends, chop and quiet; every price above 0. */
function madeBars(count: number, seed: number, startMs = START_MS): BarSeries {
  const random = new Random(seed);
  const bars = new BarSeries(count);
  let close = 20_000;
  for (let i = 0; i < count; i++) {
    const regime = Math.floor(i / 90) % 4;
    const drift = [0.002, 0, -0.002, 0][regime]!;
    const width = [0.006, 0.002, 0.008, 0.012][regime]!;
    const open = close;
    close = cents(Math.max(1, open * (1 + drift + width * random.normal())));
    const high = cents(Math.max(open, close) * (1 + width * random.next()));
    const low = cents(Math.min(open, close) * (1 - 0.5 * width * random.next()));
    const volume = cents(100 * (0.2 + random.next()));
    const takerBuyVolume = cents(volume * random.next());
    bars.append({
      openTimeMs: startMs + i * timeframeMs(TIMEFRAME),
      open,
      high: Math.max(high, open, close),
      low: Math.min(low, open, close),
      close,
      volume,
      takerBuyVolume,
    });
  }
  return bars;
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What the Python reference is run over too. */
export function parityBars(strategy: StrategyDefinition): BarSeries {
  return madeBars(warmup(strategy) + 3_000, 7);
}

function steps(strategy: StrategyDefinition): { evaluator: Evaluator; gate: SignalGate } {
  const params = defaults(strategy);
  return { evaluator: strategy.create(params, TIMEFRAME), gate: new SignalGate(params) };
}

/** The canonical signal of each bar, or '' without one. */
function emissions(strategy: StrategyDefinition, bars: BarSeries, until = bars.length): string[] {
  const { evaluator, gate } = steps(strategy);
  const market: MarketSeries = { bars };
  return Array.from({ length: until }, (_, i) => emission(evaluator, gate, market, i));
}

function emission(evaluator: Evaluator, gate: SignalGate, market: MarketSeries, i: number): string {
  const target = evaluator.evaluate(market, i);
  try {
    if (!gate.accepts(target)) return '';
    return canonicalSignal(signalOf(gate.decideOn(evaluator, market.bars.openTimeMs[i]!)));
  } catch (error) {
    const message = `what it answers on bar ${i} makes no sense: ${(error as Error).message}`;
    throw new RefusedSomewhere(message, lastPlace());
  }
}

function signalsOf(strategy: StrategyDefinition, bars: BarSeries): string[] {
  return emissions(strategy, bars).filter((line) => line !== '');
}

function firstDifference(one: readonly string[], other: readonly string[]): number {
  return one.findIndex((line, i) => line !== other[i]);
}

function determinism(strategy: StrategyDefinition, bars: BarSeries): string {
  const first = emissions(strategy, bars);
  const again = firstDifference(first, emissions(strategy, bars));
  if (again >= 0)
    throw new Refused(`a second run decides otherwise on bar ${again}: something outlives a run`);
  // Bar by bar into a series that grows, as a bot gets them.
  const { evaluator, gate } = steps(strategy);
  const grown = new BarSeries(4);
  for (let i = 0; i < bars.length; i++) {
    grown.append(bars.at(i));
    if (emission(evaluator, gate, { bars: grown }, i) !== first[i]) {
      throw new Refused(
        `${placeOfLength(strategy, bars)}fed bar by bar it decides otherwise on bar ${i}: it keeps a column, or looks at the length`,
      );
    }
  }
  const count = first.filter((line) => line !== '').length;
  return count === 0
    ? 'no signal in the bars made for it: nothing is proved'
    : `${count} signals, the same each time`;
}

function lookAhead(strategy: StrategyDefinition, bars: BarSeries): string {
  runGuarded(strategy, bars, guarded(bars));
  const whole = emissions(strategy, bars);
  const other = madeBars(bars.length, 99);
  for (const share of [0.55, 0.7, 0.85]) {
    const cut = Math.floor(bars.length * share);
    const changed = new BarSeries(bars.length);
    for (let i = 0; i < bars.length; i++) changed.append(i < cut ? bars.at(i) : { ...other.at(i) });
    const at = firstDifference(whole.slice(0, cut), emissions(strategy, changed, cut));
    if (at >= 0)
      throw new Refused(`the decision on bar ${at} changes with bars from ${cut} on: it looks ahead`);
  }
  return 'later bars change nothing';
}

/**
 * Columns that throw where a bar is read that does not exist yet: the stack then names the line that did.
 * `length` is that of the whole span, as in a backtest.
 */
function guarded(bars: BarSeries): { bars: BarSeries; last: number } {
  const guard = { bars: new BarSeries(0), last: -1 };
  guard.bars.length = bars.length;
  for (const column of BAR_COLUMNS) {
    const refuseAfter = (k: number) => {
      if (k > guard.last) throw new Error(`reads ${column}[${k}] on bar ${guard.last}: it looks ahead`);
    };
    const part = (from?: number, to?: number) => {
      const found = bars[column].subarray(from, to);
      if (found.length > 0) refuseAfter(found.byteOffset / found.BYTES_PER_ELEMENT + found.length - 1);
      return found;
    };
    guard.bars[column] = new Proxy(bars[column], {
      get: (values, key) => {
        if (key === 'subarray') return part;
        if (key === 'slice') return (from?: number, to?: number) => part(from, to).slice();
        if (typeof key === 'string') refuseAfter(Number(key));
        const found: unknown = Reflect.get(values, key, values);
        if (typeof found !== 'function') return found;
        // The one of arrays without a type reads what it is called on, which is this, number by number.
        return Reflect.get(Array.prototype, key) ?? found.bind(values);
      },
    });
  }
  return guard;
}

function runGuarded(strategy: StrategyDefinition, bars: BarSeries, guard: ReturnType<typeof guarded>): void {
  const { evaluator } = steps(strategy);
  for (let i = 0; i < bars.length; i++) {
    guard.last = i;
    evaluator.evaluate({ bars: guard.bars }, i);
  }
}

/** Where the length of the bars is read, which in a bot grows from bar to bar. */
function placeOfLength(strategy: StrategyDefinition, bars: BarSeries): string {
  const guard = guarded(bars);
  let place = '';
  const get = () => {
    place ||= placeIn(new Error());
    return bars.length;
  };
  Object.defineProperty(guard.bars, 'length', { get });
  runGuarded(strategy, bars, guard);
  return place;
}

function laterStart(strategy: StrategyDefinition, bars: BarSeries): string {
  const whole = emissions(strategy, bars);
  const needed = warmup(strategy);
  for (const start of [needed, needed + 137]) {
    const later = new BarSeries(bars.length);
    for (let i = start; i < bars.length; i++) later.append(bars.at(i));
    const found = emissions(strategy, later);
    const early = found.slice(0, needed - 1).findIndex((line) => line !== '');
    if (early >= 0)
      throw new Refused(`a signal on bar ${early}, before the warm-up of ${needed} bars is over`);
    // What was held at the start may differ until the first change after it.
    const flip = found.findIndex((line, i) => i >= needed && line !== '');
    if (flip < 0) continue;
    const at = firstDifference(found.slice(flip), whole.slice(start + flip));
    if (at >= 0) {
      throw new Refused(
        `started ${start} bars later it decides otherwise on bar ${start + flip + at}: the warm-up is too short`,
      );
    }
  }
  return `a bot that starts later decides the same`;
}

/**
 * Constant, tiny, huge, jumping and missing: nothing may be thrown and nothing may come out but a target, a
 * size and prices.
 */
function hostile(strategy: StrategyDefinition): string {
  const count = warmup(strategy) + 500;
  const shapes: Readonly<Record<string, (i: number) => number>> = {
    'a constant price': () => 100,
    'tiny prices': (i) => 1e-7 * (1 + (i % 7) / 10),
    'huge prices': (i) => 1e9 * (1 + (i % 5) / 10),
    'jumps by a factor of 1000': (i) => (i % 50 < 25 ? 1 : 1000),
  };
  for (const [name, priceAt] of Object.entries(shapes)) {
    const bars = new BarSeries(count);
    for (let i = 0; i < count; i++) {
      const [open, close] = [priceAt(Math.max(0, i - 1)), priceAt(i)];
      const missing = i > count - 100 ? 24 : 0;
      bars.append({
        openTimeMs: START_MS + (i + missing) * HOUR_MS,
        open,
        close,
        high: Math.max(open, close),
        low: Math.min(open, close),
        volume: 0,
        takerBuyVolume: 0,
      });
    }
    try {
      emissions(strategy, bars);
    } catch (error) {
      throw ofCase(name, error);
    }
  }
  return `${Object.keys(shapes).length} markets survived`;
}

/** Every number at its lowest and at its highest, the others as they are. */
function atTheEnds(strategy: StrategyDefinition, onCase: () => void): string {
  let count = 0;
  for (const [name, property] of Object.entries(strategy.schema.properties)) {
    const { minimum, maximum } = property as Record<string, unknown>;
    for (const value of new Set([minimum, maximum])) {
      const params = typeof value === 'number' ? strategy.parse({ [name]: value }) : undefined;
      // Those that the rules refuse with the other defaults are never run.
      if (params?.ok !== true) continue;
      onCase();
      count += 1;
      try {
        soundAt({ ...strategy, parse: () => params });
      } catch (error) {
        throw ofCase(`${name}=${value}`, error);
      }
    }
  }
  return `${count} ends of ranges hold`;
}

function soundAt(strategy: StrategyDefinition): void {
  const bars = madeBars(warmup(strategy) * 2 + 4_000, 1);
  lookAhead(strategy, bars);
  laterStart(strategy, bars);
  hostile(strategy);
}

/**
 * Bytes for each bar once the code is hot; how long that takes to come depends on how busy the machine is.
 */
function allocation(strategy: StrategyDefinition): string {
  const bars = madeBars(20_000, 5);
  let bytes = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_PASSES && bytes > MOST_BYTES_PER_BAR; pass++) {
    bytes = Math.min(bytes, bytesPerBar(strategy, bars));
  }
  if (bytes > MOST_BYTES_PER_BAR) {
    throw new RefusedSomewhere(
      `${Math.round(bytes)} bytes for every bar: make arrays and objects once, in the constructor`,
      hungriestPlace(() => bytesPerBar(strategy, madeBars(BARS_PER_PIECE * 8, 5))),
    );
  }
  return 'a bar allocates nothing';
}

/** A collection in between makes a piece useless, so the median of many pieces counts. */
function bytesPerBar(strategy: StrategyDefinition, bars: BarSeries): number {
  const { evaluator } = steps(strategy);
  const market: MarketSeries = { bars };
  const costs: number[] = [];
  for (let from = 0; from + BARS_PER_PIECE <= bars.length; from += BARS_PER_PIECE) {
    const before = process.memoryUsage().heapUsed;
    for (let i = from; i < from + BARS_PER_PIECE; i++) evaluator.evaluate(market, i);
    const grown = process.memoryUsage().heapUsed - before;
    if (grown >= 0) costs.push(grown / BARS_PER_PIECE);
  }
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
}

function speed(strategy: StrategyDefinition): string {
  const bars = madeBars(100_000, 6);
  const { evaluator } = steps(strategy);
  const market: MarketSeries = { bars };
  const startedMs = performance.now();
  for (let i = 0; i < bars.length; i++) evaluator.evaluate(market, i);
  const perSecond = bars.length / ((performance.now() - startedMs) / 1000);
  return `${(perSecond / 1e6).toFixed(1)} million bars per second`;
}
