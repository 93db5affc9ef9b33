/** The run as files. They are made in the browser from what the page has read: nothing is asked for again. */
'use client';

import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { equityCsv, roundtripsCsv, runJson } from '../../../lib/runs/export';
import type { RunDetail } from '../../../lib/runs/types';
import { useStrategyTitles } from '../../../manager/use-strategy-titles';
import { Button } from '../../../ui/button';
import { saveFile } from '../../../ui/save-file';
import { useRoundtrips, useRunCurve } from '../use-run';

interface ExportedFile {
  readonly label: string;
  readonly file: string;
  readonly type: string;
  readonly make: () => string | Promise<string>;
}

export function ExportMenu({ run }: { run: RunDetail }) {
  const titleOf = useStrategyTitles();
  const { data: trips } = useRoundtrips(run);
  const { data: curve } = useRunCurve(run);
  const refusal = trips !== undefined && curve !== undefined ? null : 'The run is still being read.';
  const name = `${run.strategy}-${run.symbol}-${run.timeframe}-${run.id.slice(-8)}`;
  const files: readonly ExportedFile[] = [
    {
      label: 'Roundtrips, CSV',
      file: `${name}-roundtrips.csv`,
      type: 'text/csv',
      make: () => roundtripsCsv(trips!),
    },
    { label: 'Equity, CSV', file: `${name}-equity.csv`, type: 'text/csv', make: () => equityCsv(curve!) },
    {
      label: 'Everything, JSON',
      file: `${name}.json`,
      type: 'application/json',
      make: () => runJson(run, trips!, curve!),
    },
    {
      label: 'Tear sheet, HTML',
      file: `${name}.html`,
      type: 'text/html',
      // Loaded when it is asked for: few readers of a run print it.
      make: async () => {
        const { tearSheetHtml } = await import('../../../lib/runs/tear-sheet-html');
        return tearSheetHtml(run, titleOf(run.strategy), trips!, curve!);
      },
    },
  ];
  if (refusal !== null) return <Button refusal={refusal}>Export</Button>;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download size={14} aria-hidden /> Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-44 rounded-md border border-strong-line bg-raised p-1 shadow-lg"
        >
          {files.map(({ label, file, type, make }) => (
            <DropdownMenu.Item
              key={label}
              onSelect={() => void Promise.resolve(make()).then((text) => saveFile(file, type, text))}
              className="flex h-8 cursor-pointer items-center rounded px-2 outline-none data-[highlighted]:bg-surface"
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
