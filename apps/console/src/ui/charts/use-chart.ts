/**
 * One lightweight-charts canvas in a div: created once, sized by its container, recoloured with the theme,
 * removed with the component. Times are UTC seconds.
 */
'use client';

import { ColorType, CrosshairMode, createChart, type IChartApi, type UTCTimestamp } from 'lightweight-charts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { utc } from '../../lib/time';
import { type ChartColours, useChartColours } from './colours';

export function toTime(ms: number): UTCTimestamp {
  return Math.floor(ms / 1_000) as UTCTimestamp;
}

export interface ChartHandle {
  readonly container: RefObject<HTMLDivElement | null>;
  /** Null until the first effect ran. */
  readonly chart: IChartApi | null;
  readonly colours: ChartColours;
}

export function useChart(): ChartHandle {
  const container = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<IChartApi | null>(null);
  const colours = useChartColours();
  useEffect(() => {
    const made = createChart(container.current!, {
      autoSize: true,
      // The credit stands as text under each chart: the logo would be a link inside an image, with an inline
      // style of its own.
      layout: { attributionLogo: false },
      localization: { timeFormatter: (time: number) => utc(time * 1_000).slice(0, 16) },
      timeScale: {
        timeVisible: true,
        secondsVisible: false,
        borderVisible: false,
        minBarSpacing: 0.001,
        // With fixed edges the first and last label move inside instead of being cut.
        fixLeftEdge: true,
        fixRightEdge: true,
      },
      rightPriceScale: { borderVisible: false, entireTextOnly: true },
      crosshair: { mode: CrosshairMode.Normal },
      // The page scrolls under the wheel; a range is chosen by dragging or by the buttons.
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false },
    });
    setChart(made);
    return () => {
      setChart(null);
      // What stands on the chart takes itself off it first, in clean-ups that come after this one.
      queueMicrotask(() => made.remove());
    };
  }, []);
  useEffect(() => chart?.applyOptions(themeOf(colours)), [chart, colours]);
  return { container, chart, colours };
}

function themeOf(colours: ChartColours) {
  const family = getComputedStyle(document.body).fontFamily;
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.faint,
      fontFamily: family,
      fontSize: 11,
      panes: { separatorColor: colours.line, separatorHoverColor: colours['strong-line'] },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    crosshair: {
      vertLine: { color: colours.faint, labelBackgroundColor: colours['strong-line'] },
      horzLine: { color: colours.faint, labelBackgroundColor: colours['strong-line'] },
    },
  };
}
