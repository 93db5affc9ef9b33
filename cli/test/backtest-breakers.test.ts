import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { registerBacktest } from '../src/commands/backtest';

const HOUR_MS = 3_600_000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-breakers-'));
  const price = (i: number) => 100 + 20 * Math.sin(i / 15);
  const rows = Array.from({ length: 8_000 }, (_, i) => {
    const [open, close] = [price(i), price(i + 1)];
    return [i * HOUR_MS, open, Math.max(open, close), Math.min(open, close), close, 10, 10].join();
  });
  const header = 'open_time,open,high,low,close,volume,taker_buy_volume';
  writeFileSync(join(folder, 'bars.csv'), [header, ...rows].join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function backtest(...flags: string[]): Promise<string> {
  const program = new Command();
  registerBacktest(program);
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const files = ['--csv', join(folder, 'bars.csv')];
    const run = ['--strategy', 'supertrend', '--symbol', 'BTCUSDT', '--timeframe', '8h'];
    await program.parseAsync(['backtest', ...run, ...files, ...flags], { from: 'user' });
    return printed.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    printed.mockRestore();
  }
}

it('--breakers lists each halt with whether it helped, and what there was no data for', async () => {
  const text = await backtest('--breakers');
  expect(text).toMatch(/^breakers \d+ halts, \d+ helped, \d+ did not: /m);
  expect(text).toMatch(/(helped|hurt) .* vpin Flatten, /);
  expect(text).toContain('no data for connectivity, macro, correlation');
});

it('--json carries the same, and without --breakers nothing of it', async () => {
  const { breakers } = JSON.parse(await backtest('--breakers', '--json'));
  expect(breakers.replayed).toEqual(['drawdown', 'vpin']);
  expect(breakers.halts[0]).toMatchObject({ breaker: expect.any(String), pnl_meanwhile: expect.any(Number) });
  for (const { verdict, pnl_meanwhile } of breakers.halts) {
    expect(verdict).toBe(pnl_meanwhile < 0 ? 'helped' : 'hurt');
  }
  expect(JSON.parse(await backtest('--json'))).not.toHaveProperty('breakers');
});
