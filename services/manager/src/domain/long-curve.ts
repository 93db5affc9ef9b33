/**
 * What is stored of an equity curve too long to be stored whole: the extremes of each hour. While nothing
 * moves, one point a day is enough: a line through the points that stay is still the curve, and no day is
 * without one. A close on the hour belongs to the hour that it ends, so that the last equity of every day and
 * month stays.
 */
import { DAY_MS, HOUR_MS } from '@platform/core';
import { Downsampler } from '@platform/engine/report';

export interface CurvePoints {
  readonly equity: Float64Array;
  timeMs(point: number): number;
}

export class LongCurve {
  private readonly hourly = new Downsampler(HOUR_MS, (_, kept) => {
    for (const point of kept) this.keep(point);
  });
  private given: number | undefined;
  /** Given as soon as the next one shows that it says something. */
  private held: number | undefined;

  constructor(
    private readonly points: CurvePoints,
    private readonly onPoint: (point: number) => void,
  ) {}

  /** Points are pushed in order. */
  push(point: number, drawdownPct: number): void {
    this.hourly.push(point, this.points.timeMs(point) - 1, this.points.equity[point]!, drawdownPct);
  }

  flush(): void {
    this.hourly.flush();
    if (this.held !== undefined) this.give(this.held);
    this.held = undefined;
  }

  private keep(point: number): void {
    const held = this.held;
    if (held !== undefined && !this.isIdle(held, point)) this.give(held);
    this.held = point;
  }

  private isIdle(held: number, next: number): boolean {
    const { equity } = this.points;
    const isLevel = equity[held] === equity[next] && this.given !== undefined;
    return isLevel && equity[held] === equity[this.given!] && this.dayOf(held) === this.dayOf(next);
  }

  private dayOf(point: number): number {
    return Math.floor((this.points.timeMs(point) - 1) / DAY_MS);
  }

  private give(point: number): void {
    this.given = point;
    this.onPoint(point);
  }
}
