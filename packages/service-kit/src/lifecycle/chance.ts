/**
 * The unpredictable: new ids and random numbers. An argument wherever something is decided, so that a run can
 * be repeated.
 */
import { newId } from '../http/trace';

export interface Chance {
  newId(): string;
  /** In [0, 1). */
  unit(): number;
}

export const systemChance: Chance = { newId, unit: () => Math.random() };
