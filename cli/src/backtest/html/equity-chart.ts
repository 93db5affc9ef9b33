/** Equity over drawdown as one SVG: two panes, one time axis. The script in the page adds the crosshair. */
import { decimals, percent } from '../format';
import type { CurvePoint } from './curve';

const WIDTH = 1000;
const LEFT = 70;
const RIGHT = 12;
const EQUITY = { top: 10, bottom: 300 };
const DRAWDOWN = { top: 330, bottom: 430 };
const HEIGHT = 460;
/** A curve that spans more than this factor is drawn on a logarithmic scale. */
const LOG_FACTOR = 8;

export function equityChart(curve: readonly CurvePoint[]): string {
  if (curve.length < 2) return '<p class="note">No equity curve: nothing was decided.</p>';
  const x = timeScale(curve);
  const values = curve.flatMap((point) => [point.equity, point.hold]);
  const equity = valueScale(Math.min(...values), Math.max(...values), EQUITY);
  const deepest = Math.min(...curve.map((point) => point.drawdown), -0.01);
  const drawdown = valueScale(deepest, 0, DRAWDOWN, true);
  const path = (y: (point: CurvePoint) => number) =>
    `M${curve.map((point) => `${x(point.timeMs).toFixed(1)},${y(point).toFixed(1)}`).join('L')}`;
  const zero = drawdown.y(0);
  const area = `${path((p) => drawdown.y(p.drawdown))}L${x(curve.at(-1)!.timeMs)},${zero}L${x(curve[0]!.timeMs)},${zero}Z`;
  const data = curve.map((p) => [p.timeMs, round(p.equity), round(p.drawdown), round(p.hold)]);
  return `<div class="chart"><svg id="equity" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Equity, buy and hold, and drawdown over time">
${equity.ticks.map((tick) => gridLine(equity.y(tick), decimals(tick, 0))).join('')}
${drawdown.ticks.map((tick) => gridLine(drawdown.y(tick), percent(tick, 0))).join('')}
${timeTicks(curve)
  .map(({ timeMs, label }) => timeTick(x(timeMs), label))
  .join('')}
<path class="hold" d="${path((p) => equity.y(p.hold))}"/>
<path class="equity" d="${path((p) => equity.y(p.equity))}"/>
<path class="drawdown" d="${area}"/>
<text class="pane" x="${LEFT + 6}" y="${EQUITY.top + 14}">Equity${equity.isLog ? ' (log scale)' : ''}</text>
<text class="pane" x="${LEFT + 6}" y="${DRAWDOWN.top - 6}">Drawdown</text>
<line class="cross" y1="${EQUITY.top}" y2="${DRAWDOWN.bottom}" hidden/>
</svg><p class="legend"><span class="key equity-key"></span>equity <span class="key hold-key"></span>buy and hold, without costs <output id="at"></output></p>
<script type="application/json" id="curve">${JSON.stringify({ left: LEFT, right: WIDTH - RIGHT, width: WIDTH, data })}</script></div>`;
}

interface Pane {
  readonly top: number;
  readonly bottom: number;
}

function valueScale(low: number, high: number, pane: Pane, linear = false) {
  const isLog = !linear && low > 0 && high / low > LOG_FACTOR;
  const project = isLog ? Math.log10 : (value: number) => value;
  const pad = (project(high) - project(low) || Math.abs(high) || 1) * (linear ? 0 : 0.04);
  const [from, to] = [project(low) - pad, project(high) + pad];
  const y = (value: number) =>
    pane.bottom - ((project(value) - from) / (to - from)) * (pane.bottom - pane.top);
  return { y, isLog, ticks: isLog ? logTicks(low, high) : linearTicks(low, high, linear ? 3 : 6) };
}

function linearTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low || Math.abs(high) || 1) / about;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => size >= rough)!;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) ticks.push(k * step);
  return ticks;
}

function logTicks(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let exponent = Math.floor(Math.log10(low)); 10 ** exponent <= high; exponent++) {
    for (const factor of [1, 2, 5]) ticks.push(factor * 10 ** exponent);
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

function timeScale(curve: readonly CurvePoint[]): (timeMs: number) => number {
  const [from, to] = [curve[0]!.timeMs, curve.at(-1)!.timeMs];
  return (timeMs) => LEFT + ((timeMs - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
}

/** Starts of months, as many as fit. */
function timeTicks(curve: readonly CurvePoint[]): { timeMs: number; label: string }[] {
  const [from, to] = [new Date(curve[0]!.timeMs), new Date(curve.at(-1)!.timeMs)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const every = [1, 2, 3, 6, 12, 24, 60].find((step) => months / step <= 12) ?? 120;
  const ticks: { timeMs: number; label: string }[] = [];
  for (let month = from.getUTCFullYear() * 12 + from.getUTCMonth() + 1; ; month++) {
    const timeMs = Date.UTC(Math.floor(month / 12), month % 12);
    if (timeMs > to.getTime()) return ticks;
    if (month % every === 0) ticks.push({ timeMs, label: new Date(timeMs).toISOString().slice(0, 7) });
  }
}

function gridLine(y: number, label: string): string {
  return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/><text class="tick" x="${LEFT - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${label}</text>`;
}

function timeTick(x: number, label: string): string {
  return `<line class="grid" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${EQUITY.top}" y2="${DRAWDOWN.bottom}"/><text class="tick" x="${x.toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle">${label}</text>`;
}

function round(value: number): number {
  return Number(value.toPrecision(7));
}
