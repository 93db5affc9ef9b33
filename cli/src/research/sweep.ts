/** Every combination of a grid, ranked, with the plateau around the best one and how much of it is luck. */
import { FIGURES, OBJECTIVES, paramsAt, SweepJudge, type SweepVerdict, TrialTable } from '@platform/research';
import { count, decimals, percent } from '../backtest/format';
import { paramsText, parseObjective, readGrid, setsOf } from './grid';
import { heatMap } from './heat-map';
import { countTrials } from './ledger';
import { type Request, triedElsewhere } from './plan';
import type { PreparedExperiment } from './prepared';
import {
  FIGURE_TITLES,
  luckLines,
  overfittingJson,
  overfittingLine,
  planOf,
  type Report,
  SHOWN_FIGURES,
  shown,
} from './report';

const LISTED = 50;
const SHOWN = 10;

export async function prepareSweep(request: Request): Promise<PreparedExperiment> {
  const { seed, workers, flags } = request;
  const objective = parseObjective(flags.objective, OBJECTIVES);
  const grid = await readGrid(request);
  const { axes, indices, market } = grid;
  const trialsEver = countTrials(market, setsOf(grid), process.env, await triedElsewhere(request, market));
  const judge = new SweepJudge(axes, objective, indices.length);
  const table = new TrialTable(indices.length);
  return {
    plan: { experiment: { kind: 'sweep', axes }, markets: [market], indices, workers },
    take: (trial, row) => {
      judge.add(indices[trial]!, row);
      table.set(trial, row);
    },
    report: () => reportOf(grid, table, judge.verdict(trialsEver), objective, seed),
  };
}

function reportOf(
  { axes, indices, market, combinations, contradictory }: Awaited<ReturnType<typeof readGrid>>,
  table: TrialTable,
  verdict: SweepVerdict,
  objective: (typeof OBJECTIVES)[number],
  seed: number,
): Report {
  const { strategy, symbol, timeframe, days } = market;
  const { best, plateau, luck, failed } = verdict;
  const ranked = table.ranked(objective);
  const tried = [
    `${count(indices.length)} of ${count(combinations)} combinations`,
    ...(contradictory > 0 ? [`${count(contradictory)} contradict themselves`] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
  ];
  const named = (trial: number) => {
    const index = indices[trial]!;
    return { index, params: paramsAt(axes, index), figures: table.at(trial) };
  };
  const names = axes.map(({ name }) => name);
  return {
    title: `${strategy.name} on ${symbol} ${timeframe} · ${count(days)} days · ${tried.join(', ')}`,
    lines: [
      ...(best === undefined
        ? [`best         none: no trial has the figure it is chosen by, ${objective}`]
        : []),
      ...plateauLines(verdict),
      ...luckLines(luck),
      overfittingLine(verdict.overfitting),
    ],
    header: ['', ...SHOWN_FIGURES.map((figure) => FIGURE_TITLES[figure]!), 'parameters'],
    rows: ranked.slice(0, LISTED).map((trial, place) => {
      const figures = table.at(trial);
      return [
        `${place + 1}`,
        ...SHOWN_FIGURES.map((figure) => shown(figure, figures[figure])),
        paramsText(axes, indices[trial]!),
      ];
    }),
    shownRows: SHOWN,
    charts: () => [
      {
        title: `${objective} by parameters`,
        svg: heatMap(
          axes,
          ranked.map((trial) => ({ index: indices[trial]!, value: table.at(trial)[objective] })),
          objective,
          plateau,
        ),
      },
    ],
    result: () => ({
      plan: { kind: 'sweep', ...planOf(market), axes, objective, seed },
      combinations,
      contradictory,
      failed,
      days,
      best: best?.index ?? null,
      plateau,
      luck,
      overfitting: overfittingJson(verdict.overfitting),
      trials: table.done().map(named),
    }),
    *csv() {
      yield ['index', ...names, ...FIGURES];
      for (const trial of table.done()) {
        const { index, params, figures } = named(trial);
        yield [index, ...names.map((name) => params[name]!), ...FIGURES.map((figure) => figures[figure])];
      }
    },
  };
}

function plateauLines({ plateau }: SweepVerdict): string[] {
  if (plateau === undefined) return [];
  const { indices, share, neighbours } = plateau;
  return [
    `plateau      ${count(indices.length)} combinations (${percent(share, 1)}) reach four fifths of the best without a gap; ` +
      `its direct neighbours have ${decimals(neighbours)} in the middle`,
  ];
}
