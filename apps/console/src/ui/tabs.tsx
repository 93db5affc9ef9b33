/** Tabs whose choice stands in the address. */
'use client';

import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useUrlState } from './url-state';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: () => ReactNode;
}

export function Tabs({ tabs, name = 'tab', label }: { tabs: readonly Tab[]; name?: string; label: string }) {
  const [current, setCurrent] = useUrlState(name, tabs[0]!.id);
  return (
    <Primitive.Root value={current} onValueChange={setCurrent}>
      <Primitive.List aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px h-9 border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id}>
          {tab.content()}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
