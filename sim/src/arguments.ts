/** The command line of the safety test. Anything unexpected is one clear sentence. */
export interface SafetyArguments {
  readonly from: number | undefined;
  readonly seeds: number | undefined;
}

export class WrongArguments extends Error {}

const MAX_SEED = 0xffffffff;

export function parseArguments(given: readonly string[]): SafetyArguments {
  const words = [...given];
  let parsed: SafetyArguments = { from: undefined, seeds: undefined };
  for (let option = words.shift(); option !== undefined; option = words.shift()) {
    if (option === '--seeds') parsed = { ...parsed, seeds: whole(option, words.shift()) };
    else if (option === '--from') parsed = { ...parsed, from: whole(option, words.shift()) };
    else throw new WrongArguments(`${option} is no option of the safety test`);
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
