/**
 * The market of the demonstration's fast bot: minutes that pass in seconds, swinging around the venue's price
 * so that the bot turns over and over. Its orders are real orders at the simulated venue, hence the wide
 * bars: their range gives stops so far away that the venue's own price may wander for the length of the
 * script.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from '../home';

/** A market of its own: positions of a symbol belong to one bot. */
export const SCRIPTED_SYMBOL = 'XRPUSDT';
const TICK_MS = 4_000;
/** A day and a half at that pace. */
const BAR_COUNT = 32_400;
const MINUTE_MS = 60_000;

/**
 * What the fast bot warms up with, to the bar. The rest lies ahead of the clock: an entry on an old bar would
 * be refused.
 */
const WARMUP_BARS = 74;
const SWING_BARS = 12;
const SWING = 0.006;
const WICK = 0.04;

export function scriptEnvironment(home: Home) {
  return {
    PLATFORM_MANAGER__BOT_SCRIPT: scriptFile(home),
    PLATFORM_MANAGER__BOT_SCRIPT_TICK_MS: String(TICK_MS),
  };
}

export function writeScript(home: Home, priceUsd: number, nowMs: number): void {
  const file = scriptFile(home);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.partial`, scriptLines(priceUsd, nowMs).join(''));
  renameSync(`${file}.partial`, file);
}

/** One bar per line, as the bot's scripted source reads them. */
export function scriptLines(priceUsd: number, nowMs: number, barCount = BAR_COUNT): string[] {
  const firstMs = Math.floor(nowMs / MINUTE_MS - WARMUP_BARS) * MINUTE_MS;
  const lines: string[] = [];
  let open = priceUsd;
  for (let i = 0; i < barCount; i++) {
    const close = round(priceUsd * (1 + SWING * triangle(i)));
    const high = round(Math.max(open, close) * (1 + WICK));
    const low = round(Math.min(open, close) * (1 - WICK));
    const bar = {
      open_time: firstMs + i * MINUTE_MS,
      open,
      high,
      low,
      close,
      volume: 1_000,
      taker_buy_volume: 500,
    };
    lines.push(`${JSON.stringify(bar)}\n`);
    open = close;
  }
  return lines;
}

/** From -1 up to 1 and back, once per swing. */
function triangle(i: number): number {
  const phase = (i % SWING_BARS) / SWING_BARS;
  return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
}

function round(price: number): number {
  return Number(price.toPrecision(8));
}

function scriptFile(home: Home): string {
  return join(home.root, 'demo', 'script.jsonl');
}
