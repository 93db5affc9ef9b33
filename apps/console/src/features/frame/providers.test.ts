import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ManagerError, useCommand } from '../../manager/request';
import { givenBy } from '../rendered.fixture';

const given = () => givenBy(() => ({ queries: useQueryClient(), command: useCommand() }));

const later = (text: string) => new Promise((resolve) => setTimeout(resolve, 500, text));

describe('without a network', () => {
  afterEach(() => {
    onlineManager.setOnline(true);
    vi.unstubAllGlobals();
  });

  it('a command fails at once, and is not sent by itself when the network is back', async () => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      sent.push(url);
      throw new TypeError('Failed to fetch');
    });
    const { queries, command } = given();
    queries.mount();
    onlineManager.setOnline(false);
    const pressed = command
      .mutateAsync({ method: 'POST', path: '/bff/emergency-flatten' })
      .catch((error: ManagerError) => error.view.code);
    expect(await Promise.race([pressed, later('kept for later')])).toMatch(/^CONSOLE_/);
    const triedAtOnce = [...sent];
    onlineManager.setOnline(true);
    await queries.resumePausedMutations();
    expect(sent).toEqual(triedAtOnce);
    queries.unmount();
  });

  it('a read fails and says so, instead of keeping what it read last as if it were new', async () => {
    const { queries } = given();
    onlineManager.setOnline(false);
    const read = queries.fetchQuery({
      queryKey: ['manager', '/bff/risk'],
      queryFn: () => Promise.reject(new Error('no network')),
    });
    const said = read.catch((error: Error) => error.message);
    expect(await Promise.race([said, later('waits for the network')])).toBe('no network');
  });
});
