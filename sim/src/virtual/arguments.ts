/** The command line of the simulation in one process. */
import { WrongArguments, whole } from '../arguments';

export { WrongArguments };

export interface SimulationArguments {
  readonly from: number | undefined;
  readonly seeds: number | undefined;
  readonly mode: 'seeds' | 'planted';
  /** Only this planted bug. */
  readonly bug: string | undefined;
  /** One object instead of lines. */
  readonly isJson: boolean;
}

export function parseArguments(given: readonly string[]): SimulationArguments {
  const words = [...given];
  let parsed: SimulationArguments = {
    from: undefined,
    seeds: undefined,
    mode: 'seeds',
    bug: undefined,
    isJson: false,
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
      case '--json':
        parsed = { ...parsed, isJson: true };
        break;
      default:
        throw new WrongArguments(`${option} is no option of the simulation`);
    }
  }
  if (parsed.isJson && parsed.mode === 'planted') throw new WrongArguments('--json goes with seeds alone');
  return parsed;
}

function text(option: string, value: string | undefined): string {
  if (value === undefined || value.startsWith('--')) throw new WrongArguments(`${option} takes a name`);
  return value;
}
