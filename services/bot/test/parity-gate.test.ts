/**
 * Backtest = live, byte for byte: a real bot process over real bars, killed and restarted at random bars,
 * against one backtest over the same bars. The seed is fixed; where within a batch a kill in full flight
 * lands is up to the machine.
 */
import { join } from 'node:path';
import { type Bar, canonicalJson } from '@platform/core';
import { defaultSettings, runBacktest } from '@platform/engine';
import { canonicalSignal, findStrategy } from '@platform/strategies';
import { eventually, type SpawnedService, spawnService } from '@platform/testkit';
import { describe, expect, it } from 'vitest';
import { hasHistory, historicHours, seriesOf, writeScript } from './support/market';
import { botEnvironment, newBotId, type Surroundings, useSurroundings } from './support/surroundings';

const DECIDED_BARS = 10_000;
const KILLS = 4;
const SEED = 20_260_319;
const STRATEGIES = ['supertrend', 'ewmac', 'psar'];

const surroundings = useSurroundings();

/** A small linear congruential generator: the same bars are chosen on every machine. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

class KilledBot {
  private readonly botId = newBotId();
  private readonly script: string;

  constructor(
    private readonly around: Surroundings,
    private readonly strategy: string,
    private readonly bars: readonly Bar[],
  ) {
    this.script = join(around.directory.path, `${strategy}.jsonl`);
  }

  /** Plays the bars before `until`; kills the process when bar `reached` is in the ledger. */
  async playAndKill(until: number, reached: number): Promise<void> {
    writeScript(this.script, this.bars.slice(0, until));
    const process = await spawnService(
      'bot',
      botEnvironment(this.around, this.botId, {
        PLATFORM_BOT_STRATEGY: this.strategy,
        PLATFORM_BOT_CANDLE_SOURCE: 'scripted',
        PLATFORM_BOT_SCRIPT: this.script,
        PLATFORM_BOT_SCRIPT_TICK_MS: '0',
      }),
    );
    try {
      const openTimeMs = this.bars[reached]!.openTimeMs;
      await eventually(async () => (await this.lastOpenTimeMs(process)) >= openTimeMs);
    } catch (error) {
      throw new Error(`bar ${reached} was not reached:\n${process.output()}`, { cause: error });
    } finally {
      await process.end('SIGKILL');
    }
  }

  async ledger(): Promise<{ rows: number; signals: string[] }> {
    const { rows } = await this.around.owner.query<{ signal: never }>(
      'SELECT signal FROM trading.bar_decisions WHERE bot_id = $1 ORDER BY bar_open_time',
      [this.botId],
    );
    const signals = rows.filter((row) => row.signal !== null).map((row) => canonicalJson(row.signal));
    return { rows: rows.length, signals };
  }

  async intentBars(): Promise<number[]> {
    const { rows } = await this.around.owner.query<{ bar_open_time: string }>(
      'SELECT bar_open_time FROM trading.order_intents WHERE bot_id = $1 ORDER BY bar_open_time',
      [this.botId],
    );
    return rows.map((row) => Number(row.bar_open_time));
  }

  private async lastOpenTimeMs(process: SpawnedService): Promise<number> {
    if (process.process.exitCode !== null) throw new Error(process.output());
    const { rows } = await this.around.owner.query<{ last: string | null }>(
      'SELECT bar_open_time AS last FROM trading.bot_states WHERE bot_id = $1',
      [this.botId],
    );
    return Number(rows[0]?.last ?? 0);
  }
}

describe.skipIf(!hasHistory)('parity gate (needs the real bars of ../shared/data)', () => {
  it.concurrent.each(STRATEGIES)(
    'a %s bot killed at random bars signals what the backtest does',
    async (name) => {
      const strategy = findStrategy(name)!;
      const parsed = strategy.parse({});
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
      const warmupBars = strategy.warmupBars(parsed.value, '1h');
      const barCount = warmupBars - 1 + DECIDED_BARS;
      const bars = historicHours(barCount);

      const bot = new KilledBot(surroundings(), name, bars);
      const numbers = random(SEED);
      let reached = warmupBars;
      for (let kill = 0; kill < KILLS; kill++) {
        const room = (barCount - reached) / (KILLS - kill);
        reached += 1 + Math.floor(numbers.next().value * (room - 1));
        // Every other time the script ends there, so that the restart is at exactly this bar; else the kill
        // comes in full flight.
        await bot.playAndKill(kill % 2 === 0 ? reached + 1 : barCount, reached);
      }
      await bot.playAndKill(barCount, barCount - 1);

      const settings = defaultSettings('BTCUSDT');
      const market = { bars: seriesOf(bars) };
      const expected = runBacktest({
        strategy,
        params: parsed.value,
        symbol: 'BTCUSDT',
        timeframe: '1h',
        market,
        settings,
      }).signals;
      const { rows, signals } = await bot.ledger();
      expect(rows).toBe(DECIDED_BARS);
      expect(signals).toEqual(expected.map(canonicalSignal));
      expect(signals.length).toBeGreaterThan(20);
      expect(await bot.intentBars()).toEqual(expected.map((signal) => signal.openTimeMs));
    },
  );
});

it.skipIf(hasHistory)('parity gate is skipped: ../shared/data is not there', () => undefined);
