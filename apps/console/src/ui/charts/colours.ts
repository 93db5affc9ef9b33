/**
 * The theme's colours for canvases, which cannot read CSS variables themselves; renewed when the theme
 * changes.
 */
'use client';

import { useSyncExternalStore } from 'react';

const NAMES = [
  'canvas',
  'line',
  'strong-line',
  'ink',
  'muted',
  'faint',
  'accent',
  'profit',
  'loss',
  'warn',
  'third',
  'fourth',
] as const;

export type ChartColours = Readonly<Record<(typeof NAMES)[number], string>>;

let known: { readonly theme: string; readonly colours: ChartColours } | undefined;

function snapshot(): ChartColours {
  const root = document.documentElement;
  const theme = root.dataset['theme'] ?? '';
  if (known?.theme === theme) return known.colours;
  const style = getComputedStyle(root);
  const entries = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()] as const);
  known = { theme, colours: Object.fromEntries(entries) as ChartColours };
  return known.colours;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Charts are drawn in the browser only; there is nothing to say on the server. */
export function useChartColours(): ChartColours {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
