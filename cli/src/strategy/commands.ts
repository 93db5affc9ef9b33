/** What `./platform strategy` does. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorFault } from '@platform/stack';
import {
  type OwnStrategy,
  ownStrategies,
  STRATEGY_NAME,
  strategiesFolder,
} from '@platform/stack/own-strategies';
import { REPOSITORY } from '@platform/stack/repository';
import { findStrategy } from '@platform/strategies';
import { UsageFailure } from '../backtest/failure';
import { signed } from '../backtest/format';
import { checkStrategy, writeFiles } from './check';
import type { GauntletLine } from './gauntlet';
import { templateFiles } from './template';

const LOOK_EVERY_MS = 300;

export async function newStrategy(name: string): Promise<void> {
  if (!STRATEGY_NAME.test(name)) {
    throw new UsageFailure(
      `a name is 2 to 40 lower-case letters, digits and underscores, such as my_cross; not "${name}"`,
    );
  }
  if (findStrategy(name) !== undefined) throw new UsageFailure(`${name} is the name of a built-in strategy`);
  const folder = join(strategiesFolder(process.env), name);
  if (existsSync(folder)) throw new UsageFailure(`${folder} exists already`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFiles(folder, templateFiles(name));
  } catch (cause) {
    throw new UsageFailure(`cannot write ${folder}: ${(cause as Error).message}`);
  }
  process.stdout.write(`${folder}\nnext: ./platform strategy check ${name}\n`);
}

export async function listStrategies(): Promise<void> {
  const folder = strategiesFolder(process.env);
  const found = ownStrategies(folder);
  const text =
    found.length === 0 ? `no strategies in ${folder}; ./platform strategy new NAME writes one` : '';
  process.stdout.write(`${text || found.map(({ name, file }) => `${name}  ${file}`).join('\n')}\n`);
}

export async function check(name: string): Promise<void> {
  const isSound = await printedCheck(find(name));
  if (!isSound) process.exitCode = 1;
}

export interface WatchFlags {
  readonly symbol: string;
  readonly timeframe: string;
  readonly csv: string;
  readonly params?: string;
}

/** Until interrupted. */
export async function watch(name: string, flags: WatchFlags): Promise<void> {
  const strategy = find(name);
  let before: Figures | undefined;
  for (let seen = ''; ; await sleep(LOOK_EVERY_MS)) {
    const stamp = stampOf(strategy);
    // An editor that replaces the file leaves none for a moment.
    if (stamp === seen || stamp === '') continue;
    seen = stamp;
    process.stdout.write(`\n${new Date().toLocaleTimeString('en-GB')}\n`);
    if (!(await isSoundOrSaysWhy(strategy))) continue;
    const after = backtest(name, flags);
    if (after !== undefined) process.stdout.write(`${changes(before, after)}\n`);
    before = after ?? before;
  }
}

/** A save that does not build is the usual thing between two that do. */
async function isSoundOrSaysWhy(strategy: OwnStrategy): Promise<boolean> {
  try {
    return await printedCheck(strategy);
  } catch (error) {
    if (!(error instanceof UsageFailure)) throw error;
    process.stdout.write(`FAILED  ${error.message}\n`);
    return false;
  }
}

function find(name: string): OwnStrategy {
  const folder = strategiesFolder(process.env);
  const found = ownStrategies(folder).find((strategy) => strategy.name === name);
  if (found !== undefined) return found;
  throw new UsageFailure(
    `there is no ${join(folder, name, `${name}.ts`)}; ./platform strategy new ${name} writes it`,
  );
}

async function printedCheck(strategy: OwnStrategy): Promise<boolean> {
  const print = ({ name, ok, detail }: GauntletLine) =>
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(13)} ${detail}\n`);
  try {
    const { isSound } = await checkStrategy(strategy, strategiesFolder(process.env), print);
    return isSound;
  } catch (error) {
    if (error instanceof OperatorFault) throw new UsageFailure(error.message);
    throw error;
  }
}

/** Of all sources in the strategy's folder; none without the strategy itself. */
export function stampOf({ file }: OwnStrategy): string {
  if (!existsSync(file)) return '';
  const folder = dirname(file);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.([jt]s|py)$/.test(name))
    .map((name) => `${name} ${statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs}`)
    .sort()
    .join();
}

type Figures = Readonly<Record<string, number | null>>;
const SHOWN = ['total_return', 'sharpe', 'max_drawdown_pct', 'trades', 'win_rate'] as const;

function backtest(name: string, { symbol, timeframe, csv, params }: WatchFlags): Figures | undefined {
  const args = [
    'backtest',
    '--strategy',
    name,
    '--symbol',
    symbol,
    '--timeframe',
    timeframe,
    '--csv',
    csv,
    '--json',
  ];
  const run = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'cli', 'start.mjs'), ...args, '--params', params ?? '{}'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  if (run.status === 0) return (JSON.parse(run.stdout) as { performance: Figures }).performance;
  process.stdout.write(run.stderr);
  return undefined;
}

export function changes(before: Figures | undefined, after: Figures): string {
  return SHOWN.map((figure) => {
    const [was, is] = [before?.[figure] ?? null, after[figure] ?? null];
    const change = was === null || is === null || was === is ? '' : `  (${signed(is - was, 4)})`;
    return `        ${figure.padEnd(17)} ${is === null ? '–' : is.toFixed(4)}${change}`;
  }).join('\n');
}
