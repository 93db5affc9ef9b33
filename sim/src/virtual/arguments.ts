/** The command line of the simulation in one process. */
import { WrongArguments, whole } from '../arguments';

export { WrongArguments };

export interface SimulationArguments {
  readonly from: number | undefined;
  readonly seeds: number | undefined;
}

export function parseArguments(given: readonly string[]): SimulationArguments {
  const words = [...given];
  let parsed: SimulationArguments = { from: undefined, seeds: undefined };
  for (let option = words.shift(); option !== undefined; option = words.shift()) {
    if (option === '--seeds') parsed = { ...parsed, seeds: whole(option, words.shift()) };
    else if (option === '--from') parsed = { ...parsed, from: whole(option, words.shift()) };
    else throw new WrongArguments(`${option} is no option of the simulation`);
  }
  return parsed;
}
