import { expect, it } from 'vitest';
import type { SourceState } from '../domain/source-health';
import { SourceBoard } from './source-board';

const LATER_MS = 60_000;
const REFUSED = { message: 'HTTP 403', isRetryable: false };

function board() {
  const saved: SourceState[] = [];
  const failed: string[] = [];
  let isDatabaseThere = false;
  let nowMs = 0;
  const sources = new SourceBoard(
    {
      load: async () => new Map(),
      save: async (_name, _cadenceMs, state) => {
        if (!isDatabaseThere) throw new Error('Connection terminated unexpectedly');
        saved.push(state);
      },
    },
    {
      onUnregistered: () => undefined,
      onQuarantined: () => undefined,
      onSaveFailed: (source) => failed.push(source),
    },
    () => nowMs,
  );
  sources.register('gex', 60_000);
  const saveLater = async () => {
    nowMs += LATER_MS;
    sources.saveUnsaved();
    await Promise.resolve();
    await Promise.resolve();
  };
  const comeBack = () => {
    isDatabaseThere = true;
  };
  return { sources, saved, failed, saveLater, comeBack };
}

it('a quarantine that could not be saved is saved when the database is there again, though nothing changes', async () => {
  const { sources, saved, saveLater, comeBack } = board();
  sources.failed('gex', REFUSED);
  await saveLater();
  expect(saved).toEqual([]);
  comeBack();
  await saveLater();
  expect(saved).toMatchObject([{ status: 'quarantined' }]);
});

it('what cannot be saved is reported once until it is saved', async () => {
  const { sources, failed, saveLater } = board();
  sources.failed('gex', REFUSED);
  for (let k = 0; k < 3; k++) await saveLater();
  expect(failed).toEqual(['gex']);
});

it('what is saved is not saved again', async () => {
  const { sources, saved, saveLater, comeBack } = board();
  comeBack();
  sources.failed('gex', REFUSED);
  for (let k = 0; k < 3; k++) await saveLater();
  expect(saved).toHaveLength(1);
});
