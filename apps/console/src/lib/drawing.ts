/**
 * What a strategy sees, as a chart shows it: its lines without the bars that have no value, and its decisions
 * as marks.
 */
import type { Answer } from '../manager/types';
import type { ChartLine, ChartMark } from './chart-data';
import { words } from './words';

export type Drawing = Answer<'/bff/drawing'>;

const TONES: readonly ChartLine['tone'][] = ['second', 'third', 'fourth'];

export function drawnLines({ ts, lines }: Pick<Drawing, 'ts' | 'lines'>): ChartLine[] {
  return lines.map(({ title, scale, values }, index) => {
    const known = values.flatMap((value, i) => (value === null ? [] : [[ts[i]!, value] as const]));
    return {
      label: title,
      ts: known.map(([time]) => time),
      values: known.map(([, value]) => value),
      tone: TONES[index % TONES.length]!,
      isBelow: scale === 'own',
    };
  });
}

/** A decision is known when its bar has closed, and stands on the bar it was made on. */
export function decisionMarks({ decisions }: Pick<Drawing, 'decisions'>): ChartMark[] {
  return decisions.map(({ ts, target, reason }) => ({
    timeMs: ts,
    price: null,
    kind: 'decision',
    side: target < 0 ? 'short' : 'long',
    text: `${target === 0 ? 'flat' : target > 0 ? 'long' : 'short'}: ${words(reason).toLowerCase()}`,
  }));
}
