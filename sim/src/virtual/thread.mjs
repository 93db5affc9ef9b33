// Threads do not take over the loader of TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./seed-worker.ts');
