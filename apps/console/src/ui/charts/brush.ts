/**
 * Dragging over a chart chooses a range of time; a double click lets go of it. Pointer only: buttons beside
 * the chart do the same.
 */
'use client';

import type { IChartApi, Time } from 'lightweight-charts';
import { type RefObject, useEffect, useRef } from 'react';
import type { Span } from '../../lib/chart-data';

/** A shorter drag is a click. */
const MIN_DRAG_PX = 8;

export function useBrush(
  chart: IChartApi | null,
  container: RefObject<HTMLDivElement | null>,
  onSpan: ((span: Span | null) => void) | undefined,
): void {
  const latest = useRef(onSpan);
  useEffect(() => {
    latest.current = onSpan;
  });
  const isWanted = onSpan !== undefined;
  useEffect(() => {
    const element = container.current;
    if (chart === null || element === null || !isWanted) return;
    chart.applyOptions({ handleScroll: { pressedMouseMove: false } });
    return listen(chart, element, (span) => latest.current?.(span));
  }, [chart, container, isWanted]);
}

function listen(chart: IChartApi, element: HTMLDivElement, choose: (span: Span | null) => void): () => void {
  const band = document.createElement('div');
  band.className = 'pointer-events-none absolute inset-y-0 z-10 hidden bg-accent/15';
  element.append(band);
  let startPx: number | null = null;
  const xOf = (event: PointerEvent) => event.clientX - element.getBoundingClientRect().left;

  const down = (event: PointerEvent) => {
    if (event.button === 0 && event.pointerType === 'mouse') startPx = xOf(event);
  };
  const move = (event: PointerEvent) => {
    if (startPx === null) return;
    const [left, right] = [Math.min(startPx, xOf(event)), Math.max(startPx, xOf(event))];
    band.style.display = right - left < MIN_DRAG_PX ? 'none' : 'block';
    band.style.left = `${left}px`;
    band.style.width = `${right - left}px`;
  };
  const up = (event: PointerEvent) => {
    if (startPx === null) return;
    const span = spanBetween(chart, startPx, xOf(event));
    startPx = null;
    band.style.display = 'none';
    if (span !== null) choose(span);
  };
  const reset = () => choose(null);
  element.addEventListener('pointerdown', down);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  element.addEventListener('dblclick', reset);
  return () => {
    element.removeEventListener('pointerdown', down);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    element.removeEventListener('dblclick', reset);
    band.remove();
  };
}

function spanBetween(chart: IChartApi, aPx: number, bPx: number): Span | null {
  if (Math.abs(aPx - bPx) < MIN_DRAG_PX) return null;
  const scale = chart.timeScale();
  const widthPx = scale.width() - 1;
  const timeAt = (px: number): Time | null => scale.coordinateToTime(Math.max(0, Math.min(widthPx, px)));
  const [from, to] = [timeAt(Math.min(aPx, bPx)), timeAt(Math.max(aPx, bPx))];
  if (from === null || to === null || from === to) return null;
  return { fromMs: Number(from) * 1_000, toMs: Number(to) * 1_000 };
}
