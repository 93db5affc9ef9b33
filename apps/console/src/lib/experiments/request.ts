/**
 * What the form of an experiment asks for: how many backtests that are, why it cannot be started, and the
 * request itself.
 */
import { EXPERIMENT_KINDS, type ExperimentKind, type ExperimentRequest } from '@platform/contracts';
import type { toRequest } from '../backtest/form';
import { figure } from '../format';
import type { ParamField } from '../param-schema';
import { axisFault, combinationsOf, gridText, NEEDS_LIMIT, type Ranges, rangesFrom, varied } from './grid';

const PATHS = 1_000;
/** The ways a path can be made in. */
const METHODS = 5;
/** The whole, and without each of its parts. */
const MOST_VARIANTS = 6;

export interface ExperimentChoice {
  readonly kind: ExperimentKind;
  readonly ranges: Ranges;
  readonly objective: string;
  /** Undefined tries all. */
  readonly limit: number | undefined;
  readonly trainDays: number;
  readonly testDays: number;
  readonly otherSymbols: readonly string[];
  readonly paths: number;
}

/** From the address, where all of it stands. */
export function experimentChoice(search: Pick<URLSearchParams, 'get'>): ExperimentChoice {
  const number = (name: string, usual: number) => Number(search.get(name) || usual);
  return {
    kind: EXPERIMENT_KINDS.find((name) => name === search.get('kind')) ?? 'sweep',
    ranges: rangesFrom(search.get('axes') ?? ''),
    objective: search.get('objective') ?? 'sharpe',
    limit: search.get('limit') ? Number(search.get('limit')) : undefined,
    trainDays: number('train', 365),
    testDays: number('test', 90),
    otherSymbols: (search.get('others') ?? '')
      .split(',')
      .map((text) => text.trim().toUpperCase())
      .filter(Boolean),
    paths: number('paths', PATHS),
  };
}

export function hasGrid(kind: ExperimentKind): boolean {
  return kind === 'sweep' || kind === 'walk_forward';
}

/** Not a number while a range is faulty. */
export function trialCount(choice: ExperimentChoice, fields: readonly ParamField[]): number {
  const { kind, limit, otherSymbols, paths } = choice;
  if (hasGrid(kind)) {
    const combinations = gridSize(choice, fields);
    return Math.min(combinations, limit ?? combinations);
  }
  if (kind === 'monte_carlo') return METHODS * paths;
  return kind === 'multi_asset' ? 1 + otherSymbols.length : MOST_VARIANTS;
}

/** Why the grid cannot be tried; null where it can, and for experiments without one. */
export function gridObstacle(choice: ExperimentChoice, fields: readonly ParamField[]): string | null {
  const { kind, ranges, limit } = choice;
  if (!hasGrid(kind)) return null;
  if (varied(fields, ranges).length === 0) return 'Vary one parameter at least.';
  const faulty = faultyField(choice, fields);
  if (faulty !== undefined) return `${faulty.label}: see its range.`;
  const most = figure(NEEDS_LIMIT, { decimals: 0 });
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= NEEDS_LIMIT))
    return `The limit is a whole number up to ${most}.`;
  return gridSize(choice, fields) > NEEDS_LIMIT && limit === undefined
    ? `More than ${most} combinations: coarsen the ranges, or give a limit.`
    : null;
}

export function experimentRequest(
  choice: ExperimentChoice,
  fields: readonly ParamField[],
  backtest: ReturnType<typeof toRequest>,
): ExperimentRequest {
  const { kind, ranges, limit, trainDays, testDays, otherSymbols, paths } = choice;
  const { params, allow_partial_data: _, symbol, ...market } = backtest;
  return {
    ...market,
    kind,
    symbols: kind === 'multi_asset' ? [symbol, ...otherSymbols] : [symbol],
    ...(hasGrid(kind)
      ? { grid: gridText(fields, ranges), objective: choice.objective as 'sharpe' }
      : { params: params ?? {} }),
    ...(hasGrid(kind) && limit !== undefined ? { limit } : {}),
    ...(kind === 'walk_forward' ? { train_days: trainDays, test_days: testDays } : {}),
    ...(kind === 'monte_carlo' ? { paths } : {}),
  };
}

function faultyField({ ranges }: ExperimentChoice, fields: readonly ParamField[]): ParamField | undefined {
  return varied(fields, ranges).find((field) => axisFault(field, ranges[field.name]!) !== null);
}

function gridSize(choice: ExperimentChoice, fields: readonly ParamField[]): number {
  return faultyField(choice, fields) === undefined ? combinationsOf(fields, choice.ranges) : Number.NaN;
}
