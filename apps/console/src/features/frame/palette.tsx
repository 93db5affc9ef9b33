/** The command palette: every bot, run, page and action by a few typed letters. Arrows choose, Enter goes. */
'use client';

import { useRouter } from 'next/navigation';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { matching, type PaletteItem } from '../../lib/palette';
import { useManager } from '../../manager/use-manager';
import { useStrategyTitles } from '../../manager/use-strategy-titles';
import { classNames } from '../../ui/class-names';
import { SECTIONS } from './sections';

interface PaletteProps {
  readonly close: () => void;
  readonly openKeys: () => void;
  readonly toggleTheme: () => void;
}

const PAGES: readonly PaletteItem[] = SECTIONS.map(({ href, label, key }) => ({
  id: href,
  group: 'Pages' as const,
  label,
  detail: `g ${key}`,
  href,
}));

const ACTIONS: readonly PaletteItem[] = [
  {
    id: 'flatten',
    group: 'Actions',
    label: 'Flatten everything',
    detail: 'halt risk emergency',
    href: '/risk?act=flatten',
  },
  {
    id: 'halt',
    group: 'Actions',
    label: 'Halt, keep positions',
    detail: 'risk latch stop trading',
    href: '/risk?act=halt',
  },
  {
    id: 'close',
    group: 'Actions',
    label: 'Close a bot or symbol',
    detail: 'risk position flatten',
    href: '/risk?act=close',
  },
  {
    id: 'resume',
    group: 'Actions',
    label: 'Resume after a halt',
    detail: 'risk latch',
    href: '/risk?act=resume',
  },
  { id: 'create-bot', group: 'Actions', label: 'Create a bot', detail: 'new', href: '/bots/new' },
  { id: 'backtest', group: 'Actions', label: 'Run a backtest', detail: 'new', href: '/backtest' },
  { id: 'theme', group: 'Actions', label: 'Dark or light', detail: 'theme' },
  { id: 'keys', group: 'Actions', label: 'Show keys', detail: 'help' },
];

export function Palette({ close, openKeys, toggleTheme }: PaletteProps) {
  const router = useRouter();
  const items = useItems();
  const choose = (item: PaletteItem) => {
    close();
    if (item.href !== undefined) router.push(item.href);
    if (item.id === 'theme') toggleTheme();
    if (item.id === 'keys') openKeys();
  };
  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : close())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-canvas/75" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border border-strong-line bg-surface shadow-2xl"
        >
          <Primitive.Title className="sr-only">Go to</Primitive.Title>
          <Finder items={items} choose={choose} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function useItems(): readonly PaletteItem[] {
  const bots = useManager('/bff/bots', { pollMs: false });
  const runs = useManager('/runs', { pollMs: false, query: { page_size: 100 } });
  const titleOf = useStrategyTitles();
  return useMemo(
    () => [
      ...PAGES,
      ...ACTIONS,
      ...(bots.data?.items ?? []).map((bot) => ({
        id: bot.botId,
        group: 'Bots' as const,
        label: bot.botName,
        href: `/bots/${bot.botId}`,
        detail: `${titleOf(bot.strategy)} ${bot.symbol} ${bot.timeframe} ${bot.status}`,
      })),
      ...(runs.data?.items ?? []).map((run) => ({
        id: run.id,
        group: 'Runs' as const,
        label: `${titleOf(run.strategy)} ${run.symbol} ${run.timeframe}`,
        detail: `${run.kind} ${run.createdAt.slice(0, 16)} ${run.id.slice(-8)}`,
        href: `/runs/${run.id}`,
      })),
    ],
    [bots.data, runs.data, titleOf],
  );
}

interface FinderProps {
  readonly items: readonly PaletteItem[];
  readonly choose: (item: PaletteItem) => void;
}

function Finder({ items, choose }: FinderProps) {
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const found = useMemo(() => matching(items, typed), [items, typed]);
  const active = found[Math.min(index, found.length - 1)];
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setIndex((current) => (current + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && active !== undefined) choose(active);
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: a palette is opened to type into
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls="palette-options"
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-label="Go to a bot, run, page or action"
        placeholder="Bot, run, page or action"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none"
      />
      <div
        id="palette-options"
        role="listbox"
        aria-label="Matches"
        className="max-h-[50vh] overflow-y-auto p-2"
      >
        {found.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input, see onKeyDown there
          <div
            key={item.id}
            id={optionId(item)}
            role="option"
            tabIndex={-1}
            aria-selected={item === active}
            onClick={() => choose(item)}
            onMouseMove={() => setIndex(found.indexOf(item))}
            className={classNames(
              'flex h-8 items-center gap-3 rounded px-2',
              item === active ? 'bg-raised text-ink' : 'text-muted',
            )}
          >
            <span className="truncate text-ink">{item.label}</span>
            <span className="truncate text-faint">{item.detail}</span>
            <span className="ml-auto text-xs text-faint">{item.group}</span>
          </div>
        ))}
        {found.length === 0 ? <p className="px-2 py-4 text-muted">Nothing by that name.</p> : null}
      </div>
    </>
  );
}

function optionId(item: PaletteItem): string {
  return `palette-${item.id.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
}
