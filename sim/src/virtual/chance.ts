import type { Chance } from '@platform/service-kit';
import type { Draws } from '../schedule/random';

/** What cannot be foreseen, drawn from the seed. */
export function chanceOf(draws: Draws): Chance {
  const hex = (digits: number) =>
    Math.floor(draws.unit() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return {
    unit: () => draws.unit(),
    newId: () => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`,
  };
}
