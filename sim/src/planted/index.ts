/** Every planted bug. `./platform test simulation --planted` shows that each is caught. */
import { BUGS_OF_BOTS } from './bugs-of-bots';
import { BUGS_OF_ENTRIES } from './bugs-of-entries';
import { BUGS_OF_HOLDERS } from './bugs-of-holders';
import { BUGS_OF_PROTECTION } from './bugs-of-protection';
import { BUGS_OF_RISK } from './bugs-of-risk';
import type { PlantedBug } from './planted-bug';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...BUGS_OF_ENTRIES,
  ...BUGS_OF_PROTECTION,
  ...BUGS_OF_HOLDERS,
  ...BUGS_OF_RISK,
  ...BUGS_OF_BOTS,
];

export function plantedBug(name: string): PlantedBug | undefined {
  return PLANTED_BUGS.find((bug) => bug.name === name);
}
