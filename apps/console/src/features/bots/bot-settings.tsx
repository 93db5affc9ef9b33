'use client';

import { words } from '../../lib/words';
import { useManager } from '../../manager/use-manager';
import { Loaded } from '../../ui/loaded';

/** The configuration as the manager holds it. */
export function BotSettings({ botId }: { botId: string }) {
  const config = useManager('/bots/{id}', { params: { id: botId } });
  return (
    <Loaded read={config}>
      {(bot) => (
        <dl className="grid max-w-3xl grid-cols-[12rem_1fr] gap-x-6">
          {Object.entries(bot).map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid border-b py-1.5">
              <dt className="text-muted">{words(name)}</dt>
              <dd className="font-mono text-xs leading-5 break-all whitespace-pre-wrap">
                {settingText(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  );
}

function settingText(value: unknown): string {
  if (value === null) return 'not set';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
