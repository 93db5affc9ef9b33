/**
 * A canvas as large as its container, redrawn when size, theme or drawing change. Ten thousand marks take one
 * frame.
 */
'use client';

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type ChartColours, useChartColours } from '../../ui/charts/colours';

interface CanvasProps {
  /** What it shows, in a sentence; the same figures stand in a table. */
  readonly label: string;
  readonly height: number;
  readonly draw: (
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    colours: ChartColours,
  ) => void;
  readonly onPoint?: (x: number, y: number, width: number) => void;
  readonly onPick?: (x: number, y: number, width: number) => void;
}

export function Canvas({ label, height, draw, onPoint, onPick }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useChartColours();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(canvas.current!.parentElement!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined || width === 0) return;
    const scale = window.devicePixelRatio;
    canvas.current!.width = width * scale;
    canvas.current!.height = height * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = '12px sans-serif';
    draw(context, width, height, colours);
  }, [draw, width, height, colours]);
  const at = (handler: CanvasProps['onPoint']) => (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    handler?.(event.clientX - box.left, event.clientY - box.top, box.width);
  };
  return (
    <div className="min-w-0 overflow-hidden" style={{ height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ width: '100%', height }}
        onPointerMove={at(onPoint)}
        onPointerDown={at(onPick)}
      />
    </div>
  );
}
