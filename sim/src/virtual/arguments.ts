/** The command line of the simulation in one process. */
import { WrongArguments, whole } from '../arguments';

export { WrongArguments };

export interface SimulationArguments {
  readonly from: number | undefined;
  readonly seeds: number | undefined;
  readonly mode: 'seeds' | 'planted' | 'help';
  /** Only this planted bug. */
  readonly bug: string | undefined;
}

export const HELP = `./platform test simulation: the executor in virtual time under seeded faults.

  (nothing)             300 seeds drawn from the commit, and every seed that ever failed
  --from SEED           that one seed again
  --seeds COUNT         so many, from --from or from 1
  --planted             plant each known bug, find the first seed that catches it, and write docs/planted-bugs.md
  --bug NAME            only that one; writes nothing
  --help                this

--planted and --bug try the 200 seeds from 1 on, or those that --from and --seeds name.
`;

export function parseArguments(given: readonly string[]): SimulationArguments {
  const words = [...given];
  let parsed: SimulationArguments = { from: undefined, seeds: undefined, mode: 'seeds', bug: undefined };
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
      case '--help':
        return { ...parsed, mode: 'help' };
      default:
        throw new WrongArguments(`${option} is no option of the simulation; --help names them`);
    }
  }
  return parsed;
}

function text(option: string, value: string | undefined): string {
  if (value === undefined || value.startsWith('--')) throw new WrongArguments(`${option} takes a name`);
  return value;
}
