import { systemTime, Tasks } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { Liquidations } from './liquidations';

it('liquidations are live from the connect of their stream until it drops, and again when it is back', () => {
  const heard: string[] = [];
  const nothing = () => undefined;
  const tasks = new Tasks({
    service: 'data',
    time: systemTime,
    errors: { report: nothing },
    onRun: nothing,
  });
  const events = { onDropped: nothing, onWriteFailed: nothing, onWritten: nothing, onUnreadable: nothing };
  const onDown = (reason: string) => heard.push(reason);
  const liquidations = new Liquidations(async () => 0, { ...events, onDown }, systemTime, tasks);
  const connect = { kind: 'gap', reason: 'connected', subscriptions: [{ kind: 'liquidations' }] } as const;
  expect(liquidations.liveSinceMs()).toBeUndefined();
  liquidations.hear(connect);
  expect(liquidations.liveSinceMs()).toBeDefined();
  liquidations.hear({ kind: 'down', reason: 'mute' });
  expect(liquidations.liveSinceMs()).toBeUndefined();
  expect(heard).toEqual(['mute']);
  liquidations.hear(connect);
  expect(liquidations.liveSinceMs()).toBeDefined();
});
