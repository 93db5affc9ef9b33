/**
 * `./platform manager backtest` against a running manager: the exit code, what it prints, and that the run is
 * kept.
 */
import { execFile } from 'node:child_process';
import { REPOSITORY } from '@platform/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManagerFixture, TOKEN } from './fixture';
import { FIRST_BAR_MS, storeBars, storeFunding } from './market';

const hour = (n: number) => FIRST_BAR_MS + n * 3_600_000;

let fixture: ManagerFixture;
let url: string;
beforeAll(async () => {
  fixture = await ManagerFixture.open();
  ({ url } = await fixture.start());
  await storeBars(fixture.owner, 'BTCUSDT', '1h', 500);
  await storeFunding(fixture.owner, 'BTCUSDT', FIRST_BAR_MS, hour(500));
});
afterAll(() => fixture?.close());

const backtest = (...args: string[]) => manager('backtest', ...args);

function manager(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = ['--import', 'tsx', 'cli/src/main.ts', 'manager', ...args, '--url', url];
  const env = { ...process.env, PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: REPOSITORY, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const SUPERTREND = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '1h'];
const SPAN = ['--from', String(hour(400)), '--to', String(hour(500))];

it('./platform manager backtest prints the run that the manager stored', async () => {
  const { code, stdout } = await backtest(...SUPERTREND, ...SPAN, '--fee-bps', '2', '--json');
  expect(code).toBe(0);
  const run = JSON.parse(stdout) as { runId: string; status: string };
  expect(run).toMatchObject({ status: 'completed', symbol: 'BTCUSDT', error: null });
  const [row] = await fixture.rows<{ status: string }>('SELECT status FROM trading.runs WHERE id = $1', [
    run.runId,
  ]);
  expect(row).toEqual({ status: 'completed' });

  const deleted = await manager('delete-run', run.runId);
  expect([deleted.code, deleted.stdout]).toEqual([0, `run ${run.runId} deleted\n`]);
  expect(await fixture.rows('SELECT FROM trading.runs WHERE id = $1', [run.runId])).toEqual([]);
  const again = await manager('delete-run', run.runId);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is no such run')]);
});

it('./platform manager backtest shows the data’s grade and faults, and runs on a part only when asked to', async () => {
  const longer = ['--from', String(hour(400)), '--to', String(hour(600))];
  const refused = await backtest(...SUPERTREND, ...longer);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('100 of the 200 bars of the span are there');
  expect(refused.stderr).toContain('--allow-partial-data');
  const { code, stdout } = await backtest(...SUPERTREND, ...longer, '--allow-partial-data');
  expect(code).toBe(0);
  expect(stdout).toMatch(/\ndata grade +F +100 of 200 bars/);
  expect(stdout).toMatch(/\ndata {5}100 of 200 bars of the span are missing/);
});

it('./platform manager backtest says MANAGER_BACKTEST_FAILED and why, and exits 1, without the history', async () => {
  const { code, stdout, stderr } = await backtest(
    ...SUPERTREND,
    '--from',
    '2001-01-01',
    '--to',
    '2001-02-01',
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^platform: MANAGER_BACKTEST_FAILED: no 1h bars of BTCUSDT [^\n]+\n$/);
});

it('./platform manager backtest refuses a bad request before it asks anybody, with exit code 2', async () => {
  const { code, stderr } = await backtest(...SUPERTREND);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--from is missing')]);
});
