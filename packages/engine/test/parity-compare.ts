/**
 * Runs a case through the engine and lists where it departs from the reference: signals byte for byte,
 * everything else exactly or, for numbers, to 1e-9 relative.
 */
import { canonicalSignal, findStrategy } from '@platform/strategies';
import { type BacktestSettings, defaultSettings, resultJson, runBacktest } from '../src/index';
import { decodeFloats, type ParityCase, type ParityMarket } from './parity-lab';

const RELATIVE_TOLERANCE = 1e-9;
/** Below this, figures that cancel to nearly nothing are all nothing. */
const NOTHING = 1e-12;
const MOST_DIFFERENCES = 3;

export function runCase(market: ParityMarket, strategyName: string, params: unknown, overrides: object) {
  const strategy = findStrategy(strategyName);
  if (strategy === undefined) throw new Error(`${strategyName} is not registered`);
  const parsed = strategy.parse(params);
  if (!parsed.ok) throw new Error(`${strategyName} refuses ${JSON.stringify(params)}`);
  const settings: BacktestSettings = { ...defaultSettings(market.symbol), ...camelKeys(overrides) };
  const input = { strategy, params: parsed.value, settings, ...market };
  const result = runBacktest(input);
  const signals = result.signals.map((signal) => `${canonicalSignal(signal)}\n`).join('');
  return { json: resultJson(input, result), signals, equity: result.points.equity };
}

export function differences(market: ParityMarket, parityCase: ParityCase): string[] {
  const actual = runCase(market, parityCase.strategy, parityCase.params, parityCase.settings);
  const { signals, equity, ...expected } = parityCase.expected;
  const name = `${parityCase.strategy} set ${parityCase.position} on ${market.symbol} ${market.timeframe}`;
  const found = [
    ...signalDifference(actual.signals, signals),
    ...valueDifferences('equity', actual.equity, decodeFloats(equity)),
    ...Object.entries(expected).flatMap(([key, value]) =>
      valueDifferences(key, (actual.json as Record<string, unknown>)[key], value),
    ),
  ];
  return found.slice(0, MOST_DIFFERENCES).map((difference) => `${name}: ${difference}`);
}

function signalDifference(actual: string, expected: string): string[] {
  if (actual === expected) return [];
  const actualLines = actual.split('\n');
  const expectedLines = expected.split('\n');
  const line = expectedLines.findIndex((text, i) => text !== actualLines[i]);
  return [`signal ${line} is ${actualLines[line]}, the reference has ${expectedLines[line]}`];
}

function valueDifferences(path: string, actual: unknown, expected: unknown): string[] {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const tolerance = Math.max(NOTHING, RELATIVE_TOLERANCE * Math.max(Math.abs(actual), Math.abs(expected)));
    return Math.abs(actual - expected) <= tolerance ? [] : [`${path} is ${actual}, not ${expected}`];
  }
  if (isRecord(expected) && isRecord(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    const found: string[] = [];
    for (const key of keys) {
      found.push(...valueDifferences(`${path}.${key}`, actual[key], expected[key]));
      if (found.length >= MOST_DIFFERENCES) break;
    }
    return found;
  }
  return Object.is(actual, expected) ? [] : [`${path} is ${String(actual)}, not ${String(expected)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function camelKeys(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
