/** The command line of the safety test. Anything unexpected is one clear sentence. */
export interface SafetyArguments {
  readonly from: number | undefined;
  readonly seeds: number | undefined;
  readonly mode: 'seeds' | 'planted';
  /** Real times instead of shortened ones. */
  readonly isFull: boolean;
  /** Only this planted bug. */
  readonly bug: string | undefined;
}

export class WrongArguments extends Error {}

const MAX_SEED = 0xffffffff;

export function parseArguments(given: readonly string[]): SafetyArguments {
  const words = [...given];
  let parsed: SafetyArguments = {
    from: undefined,
    seeds: undefined,
    mode: 'seeds',
    isFull: false,
    bug: undefined,
  };
  for (let option = words.shift(); option !== undefined; option = words.shift()) {
    switch (option) {
      case '--seeds':
        parsed = { ...parsed, seeds: whole(option, words.shift()) };
        break;
      case '--from':
        parsed = { ...parsed, from: whole(option, words.shift()) };
        break;
      case '--planted':
        parsed = { ...parsed, mode: 'planted' };
        break;
      case '--bug':
        parsed = { ...parsed, mode: 'planted', bug: text(option, words.shift()) };
        break;
      case '--full':
        parsed = { ...parsed, isFull: true };
        break;
      default:
        throw new WrongArguments(`${option} is no option of the safety test`);
    }
  }
  return parsed;
}

export function whole(option: string, value: string | undefined): number {
  const number = Number(value);
  if (value === undefined || !/^\d+$/.test(value) || number < 1 || number > MAX_SEED) {
    throw new WrongArguments(
      `${option} takes a whole number from 1 to ${MAX_SEED}, not ${value ?? 'nothing'}`,
    );
  }
  return number;
}

export function text(option: string, value: string | undefined): string {
  if (value === undefined || value.startsWith('--')) throw new WrongArguments(`${option} takes a name`);
  return value;
}
