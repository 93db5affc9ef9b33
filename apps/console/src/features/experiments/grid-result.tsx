/**
 * The trials of a grid: heat map over any two parameters, parallel coordinates, and the table of all of them.
 */
'use client';

import { TRIAL_FIGURES, type TrialColumns, type TrialFigure } from '@platform/contracts';
import dynamic from 'next/dynamic';
import { useCallback, useMemo, useState } from 'react';
import {
  figureText,
  heatCells,
  paramsOf,
  paramsText,
  placesOf,
  plateauEdges,
  senseOf,
  shareShown,
} from '../../lib/experiments/columns';
import { words } from '../../lib/words';
import type { ChartColours } from '../../ui/charts/colours';
import { Panel } from '../../ui/page';
import { Select } from '../../ui/select';
import { Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { useUrlState } from '../../ui/url-state';
import { RunTrial } from './run-trial';
import type { ExperimentView } from './types';

/** It measures its place and reads colours from the page, so it begins in the browser. */
const Canvas = dynamic(() => import('./canvas').then((module) => module.Canvas), {
  ssr: false,
  loading: () => <Skeleton className="h-64 w-full" />,
});

const SHOWN: readonly TrialFigure[] = [
  'sharpe',
  'totalReturn',
  'maxDrawdownPct',
  'calmar',
  'trades',
  'profitFactor',
];
const HEAT_PX = 360;
const PARALLEL_PX = 260;
const EDGE_PX = 2;
const LEFT = 64;
const TOP = 24;

export function GridResult({ experiment, columns }: { experiment: ExperimentView; columns: TrialColumns }) {
  const { axes } = columns;
  const longest = axes.map((_, a) => a).sort((a, b) => axes[b]!.values.length - axes[a]!.values.length);
  const [figureName, setFigure] = useUrlState('figure', experiment.objective);
  const [across, setAcross] = useUrlState('x', axes[longest[0]!]!.name);
  const [down, setDown] = useUrlState('y', axes[longest[1] ?? longest[0]!]!.name);
  const [picked, setPicked] = useState<number | null>(null);
  const figure = TRIAL_FIGURES.find((name) => name === figureName) ?? 'sharpe';
  const named = axes.map(({ name }) => ({ value: name, label: words(name) }));
  const [x, y] = [across, down].map((name) =>
    Math.max(
      0,
      axes.findIndex((axis) => axis.name === name),
    ),
  );
  const share = shareShown(experiment, columns);
  return (
    <>
      <Panel
        title="Heat map"
        aside={
          <div className="flex flex-wrap items-center gap-2">
            {share}
            <Select
              label="Figure"
              value={figure}
              onChange={setFigure}
              choices={TRIAL_FIGURES.map((value) => ({ value, label: words(value) }))}
            />
            <Select label="Across" value={axes[x!]!.name} onChange={setAcross} choices={named} />
            <Select label="Down" value={axes[y!]!.name} onChange={setDown} choices={named} />
          </div>
        }
      >
        <Heat
          columns={columns}
          figure={figure}
          x={x!}
          y={y!}
          plateau={experiment.result?.plateau?.combinations ?? []}
          onPick={setPicked}
        />
      </Panel>
      <Panel title="Parallel coordinates" aside={`Coloured by ${words(figure).toLowerCase()} · ${share}`}>
        <Parallel columns={columns} figure={figure} />
      </Panel>
      <Panel title="Trials" aside={share}>
        {picked === null ? null : (
          <RunTrial experiment={experiment} params={paramsOf(axes, columns.combinations[picked]!)} />
        )}
        <TrialTable columns={columns} picked={picked} onPick={setPicked} />
      </Panel>
    </>
  );
}

/** Profit and loss in their colours, stronger towards the extreme. */
function shade(colours: ChartColours, share: number): string {
  const strength = Math.round(15 + 85 * Math.min(1, Math.abs(share)));
  return `color-mix(in srgb, ${share < 0 ? colours.loss : colours.profit} ${strength}%, ${colours.canvas})`;
}

interface HeatProps {
  readonly columns: TrialColumns;
  readonly figure: TrialFigure;
  readonly x: number;
  readonly y: number;
  readonly plateau: readonly number[];
  readonly onPick: (trial: number) => void;
}

function Heat({ columns, figure, x, y, plateau, onPick }: HeatProps) {
  const { axes } = columns;
  const cells = useMemo(() => heatCells(columns, figure, x, y, plateau), [columns, figure, x, y, plateau]);
  const [hovered, setHovered] = useState<number | null>(null);
  const [wide, high] = [axes[x]!.values.length, x === y ? 1 : axes[y]!.values.length];
  const cellAt = (px: number, py: number, width: number): number | null => {
    const column = Math.floor(((px - LEFT) / (width - LEFT)) * wide);
    const row = Math.floor(((py - TOP) / (HEAT_PX - TOP)) * high);
    return column < 0 || row < 0 || column >= wide || row >= high ? null : column * high + row;
  };
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, colours: ChartColours) => {
      const [w, h] = [(width - LEFT) / wide, (height - TOP) / high];
      for (let cell = 0; cell < cells.values.length; cell++) {
        const value = cells.values[cell]!;
        if (Number.isNaN(value)) continue;
        const [left, top] = [LEFT + Math.floor(cell / high) * w, TOP + (cell % high) * h];
        context.fillStyle = shade(colours, cells.shares[cell]!);
        context.fillRect(left, top, Math.max(1, w - 1), Math.max(1, h - 1));
      }
      context.fillStyle = colours.ink;
      for (const [column, row, side] of plateauEdges(cells.isPlateau, wide, high)) {
        const [left, top] = [LEFT + column * w, TOP + row * h];
        if (side === 'left' || side === 'right') {
          context.fillRect(left + (side === 'left' ? 0 : w) - 1, top - 1, EDGE_PX, h + EDGE_PX);
        } else context.fillRect(left - 1, top + (side === 'top' ? 0 : h) - 1, w + EDGE_PX, EDGE_PX);
      }
      context.fillStyle = colours.muted;
      const stepX = Math.ceil(wide / Math.max(1, (width - LEFT) / 48));
      const stepY = Math.ceil(high / Math.max(1, (height - TOP) / 16));
      for (let k = 0; k < wide; k += stepX) context.fillText(String(axes[x]!.values[k]), LEFT + k * w, 14);
      for (let k = 0; x !== y && k < high; k += stepY)
        context.fillText(String(axes[y]!.values[k]), 4, TOP + (k + 0.5) * h + 4, LEFT - 8);
    },
    [cells, axes, x, y, wide, high],
  );
  const trial = hovered === null ? -1 : cells.trials[hovered]!;
  return (
    <>
      <Canvas
        label={`${words(figure)} for each ${words(axes[x]!.name)} and ${words(axes[y]!.name)}; the plateau around the best is outlined`}
        height={HEAT_PX}
        draw={draw}
        onPoint={(px, py, width) => setHovered(cellAt(px, py, width))}
        onPick={(px, py, width) => {
          const cell = cellAt(px, py, width);
          if (cell !== null && cells.trials[cell]! >= 0) onPick(cells.trials[cell]!);
        }}
      />
      <p className="h-5 text-muted">
        {trial < 0
          ? `Outlined: the plateau around the best trial. ${axes.length > 2 ? 'A cell shows the best of its trials. ' : ''}Choose a cell to run it in full.`
          : `${paramsText(paramsOf(axes, columns.combinations[trial]!))}: ${figureText(figure, cells.values[hovered!]!)}`}
      </p>
    </>
  );
}

function Parallel({ columns, figure }: { columns: TrialColumns; figure: TrialFigure }) {
  const { axes, combinations, figures } = columns;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, width: number, height: number, colours: ChartColours) => {
      const values = figures[figure];
      const sense = senseOf(figure);
      const known = values.flatMap((value) => (value === null ? [] : [value]));
      const [low, top] = [Math.min(...spread(known)), Math.max(...spread(known))];
      const across = (a: number) => 40 + (a * (width - 80)) / axes.length;
      const heightOf = (share: number) => height - 16 - share * (height - 44);
      const extreme = Math.max(Math.abs(low), Math.abs(top)) || 1;
      context.globalAlpha = Math.max(0.04, Math.min(0.6, 60 / combinations.length));
      combinations.forEach((combination, k) => {
        const value = values[k];
        if (value === null || value === undefined) return;
        const places = placesOf(axes, combination);
        context.strokeStyle = sense * value < 0 ? colours.loss : colours.profit;
        context.lineWidth = 0.5 + Math.abs(value) / extreme;
        context.beginPath();
        places.forEach((place, a) => {
          const steps = axes[a]!.values.length - 1;
          context.lineTo(across(a), heightOf(steps === 0 ? 0.5 : place / steps));
        });
        context.lineTo(across(axes.length), heightOf(top === low ? 0.5 : (value - low) / (top - low)));
        context.stroke();
      });
      context.globalAlpha = 1;
      context.fillStyle = colours.muted;
      [...axes.map(({ name }) => words(name)), words(figure)].forEach((name, a) => {
        context.fillRect(across(a), 28, 1, height - 44);
        context.fillText(name, Math.min(across(a), width - 90), 14, 90);
      });
    },
    [axes, combinations, figures, figure],
  );
  return (
    <Canvas
      label={`Every trial as a line through its parameters to its ${words(figure)}`}
      height={PARALLEL_PX}
      draw={draw}
    />
  );
}

/** Math.min takes no list of ten thousand arguments for sure. */
function spread(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [values[0] ?? 0, values[0] ?? 0],
  );
}

interface TrialTableProps {
  readonly columns: TrialColumns;
  readonly picked: number | null;
  readonly onPick: (trial: number) => void;
}

function TrialTable({ columns, picked, onPick }: TrialTableProps) {
  const { axes, combinations, figures } = columns;
  const rows = useMemo(
    () => combinations.map((combination, trial) => ({ trial, places: placesOf(axes, combination) })),
    [axes, combinations],
  );
  type Row = (typeof rows)[number];
  const shownColumns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'trial',
        header: 'Trial',
        // The row takes the click; the button is there for the keyboard.
        cell: ({ trial }) => (
          <button type="button" className="text-accent underline underline-offset-2">
            {trial + 1}
          </button>
        ),
        sortBy: ({ trial }) => trial,
      },
      ...axes.map(
        ({ name, values }, a): Column<Row> => ({
          id: name,
          header: words(name),
          cell: ({ places }) => String(values[places[a]!]),
          sortBy: ({ places }) => places[a]!,
        }),
      ),
      ...SHOWN.map(
        (name): Column<Row> => ({
          id: name,
          header: words(name),
          align: 'right',
          cell: ({ trial }) => figureText(name, figures[name][trial]),
          sortBy: ({ trial }) => figures[name][trial] ?? null,
        }),
      ),
    ],
    [axes, figures],
  );
  return (
    <Table
      caption="Trials"
      columns={shownColumns}
      rows={rows}
      rowKey={({ trial }) => String(trial)}
      defaultSort="-sharpe"
      maxHeight={480}
      selectedKey={picked === null ? undefined : String(picked)}
      onSelect={({ trial }) => onPick(trial)}
    />
  );
}
