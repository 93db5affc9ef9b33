/**
 * Worker threads do not inherit the TypeScript loader of the process: register it, then start the worker
 * proper.
 */
import { register } from 'tsx/esm/api';

register();
await import('./sweep-worker.ts');
