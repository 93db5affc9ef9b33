/** A console that is configured wrongly does not start, and says everything that is wrong at once. */
import 'server-only';
import { consoleEnv } from './env';

export function refuseBadEnvironment(): void {
  try {
    consoleEnv();
  } catch (error) {
    const faults = error instanceof Error ? error.message : String(error);
    process.stderr.write(`SHARED_CONFIG_INVALID\n${faults}\n`);
    process.exit(2);
  }
}
