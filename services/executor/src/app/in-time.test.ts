import { isTransientDbError, systemTime } from '@platform/service-kit';
import { describe, expect, it } from 'vitest';
import { inTime } from './in-time';

class Store {
  private readonly known = 'known';

  read(suffix: string): Promise<string> {
    return Promise.resolve(this.known + suffix);
  }

  hang(): Promise<never> {
    return new Promise(() => {});
  }
}

describe('a store that must answer in time', () => {
  const store = inTime(new Store(), systemTime, 20);

  it('a store that must answer in time answers as it would otherwise', async () => {
    expect(await store.read('!')).toBe('known!');
  });

  it('a store whose answer stays away fails in a way that is tried again', async () => {
    await expect(store.hang()).rejects.toSatisfy(isTransientDbError);
  });
});
