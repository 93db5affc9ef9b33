'use client';

import { Dialog } from '../../ui/dialog';
import { SECTIONS } from './sections';

const EVERYWHERE: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Go to any bot, run, page or action'],
  ['?', 'This list'],
  ['Shift T', 'Dark or light'],
  ['Esc', 'Close what is open'],
];

export function KeyList({ close }: { close: () => void }) {
  const sections = SECTIONS.map(({ key, label }) => [`g ${key}`, label] as const);
  return (
    <Dialog isOpen close={close} title="Keys" description="They work while nothing is being typed.">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2">
        {[...EVERYWHERE, ...sections].map(([keys, does]) => (
          <div key={keys} className="flex justify-between gap-4">
            <dt className="text-muted">{does}</dt>
            <dd>
              <kbd className="font-mono text-xs whitespace-nowrap">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
