import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { all, thenBreak } from './drill';
import { hang } from './processes';

describe('a drill that fails halfway', () => {
  it('a drill that fails halfway repairs what it has broken by then', async () => {
    const repaired: string[] = [];
    const next = () => Promise.reject(new Error('refused'));
    await expect(thenBreak(() => repaired.push('first'), next)).rejects.toThrow('refused');
    expect(repaired).toEqual(['first']);
  });

  it('a drill repairs the rest where one repair fails, and says so', async () => {
    const repaired: string[] = [];
    const refuse = () => {
      throw new Error('refused');
    };
    await expect(all(refuse, () => repaired.push('second'))()).rejects.toThrow('refused');
    expect(repaired).toEqual(['second']);
  });

  it('a drill that fails halfway ends well where the process that hung is no longer there', async () => {
    const child = spawn('/bin/sleep', ['600']);
    await once(child, 'spawn');
    const repair = await hang(child.pid!);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await repair();
  });
});
