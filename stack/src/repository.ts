import { fileURLToPath } from 'node:url';

/** The root of the checkout; the platform always runs from its sources. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
