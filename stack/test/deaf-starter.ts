/**
 * Sends a message to what started it after that has stopped to listen, before it can know: argv names the
 * file that appears in between.
 */
import { existsSync } from 'node:fs';
import { tellStarter } from '../src/launcher-message';

tellStarter({ kind: 'waiting' });
while (!existsSync(process.argv[2]!));
process.stdout.write(process.connected ? 'sends\n' : 'knows\n');
tellStarter({ kind: 'line', text: 'lost' });
setTimeout(() => process.stdout.write('goes on\n'), 200);
