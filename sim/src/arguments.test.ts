import { describe, expect, it } from 'vitest';
import { parseArguments, WrongArguments } from './arguments';

describe('the arguments of the safety test', () => {
  it('name the seeds to run, or leave them open', () => {
    expect(parseArguments([])).toMatchObject({
      from: undefined,
      seeds: undefined,
      mode: 'seeds',
      isFull: false,
    });
    expect(parseArguments(['--seeds', '20', '--from', '7'])).toMatchObject({ from: 7, seeds: 20 });
    expect(parseArguments(['--from', '7'])).toMatchObject({ from: 7, seeds: undefined });
    expect(parseArguments(['--bug', 'drop-the-fence'])).toMatchObject({
      mode: 'planted',
      bug: 'drop-the-fence',
    });
  });

  it.each([['--seeds'], ['--seeds', '0'], ['--seeds', '1.5'], ['--from', '-3'], ['--bug'], ['7']])(
    'refuse %s %s in one sentence',
    (...given) => {
      expect(() => parseArguments(given)).toThrow(WrongArguments);
    },
  );
});
