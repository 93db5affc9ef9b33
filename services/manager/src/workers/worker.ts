/**
 * `./platform worker`: a worker for experiments on any machine that reaches the bus. It holds credentials
 * that can take chunks and send results, nothing more.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Bus, NoSuchQueue } from '@platform/service-kit';
import { readTrialProgram } from './trial-program';
import { TrialWorker } from './trial-worker';

const READY_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 10_000;
/**
 * A bus that lost its store has its queues back within seconds; one that hands out to other code will not.
 */
const MISSED_LOOKS = 6;
const REFUSED = 2;

const { values } = parseArgs({
  options: { bus: { type: 'string' }, creds: { type: 'string' }, threads: { type: 'string' } },
});

function say(line: string): void {
  process.stderr.write(`worker: ${line}\n`);
}

function refuse(line: string): never {
  say(line);
  process.exit(REFUSED);
}

function credsOf(file: string | undefined): Uint8Array | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch (error) {
    refuse(`the credentials cannot be read: ${(error as Error).message}`);
  }
}

const server = values.bus ?? refuse('--bus is missing: give the address of the bus, e.g. nats://host:4222');
const threads = Number(values.threads ?? availableParallelism());
if (!(Number.isInteger(threads) && threads >= 1 && threads <= 256))
  refuse('--threads is a whole number from 1 to 256');
const program = readTrialProgram();
const { codeDigest } = program;
const bus = new Bus({
  servers: [server],
  user: 'worker',
  creds: credsOf(values.creds),
  onDown: (error) => {
    if (values.creds === undefined && error.name === 'AuthorizationError')
      refuse(`--creds is missing: the bus at ${server} asks for credentials, its file creds/worker.creds`);
    say(`the bus is away: ${error.message}`);
  },
  guard: (_, work) => work,
});
bus.start();
if (!(await bus.whenReady(READY_WITHIN_MS)))
  refuse(`the bus at ${server} does not answer, or does not know these credentials`);
await bus.trials.find(codeDigest).catch((error: Error) => {
  if (!(error instanceof NoSuchQueue)) throw error;
  refuse(
    `refused: the platform hands out no trials to this code (${codeDigest}); build the release that its manager runs`,
  );
});

const worker = new TrialWorker({
  queue: bus.trials,
  program,
  threads,
  name: `${hostname()}:${process.pid}`,
  onFault: (error) => say(error.message),
  onDone: ({ experimentId, chunk, count }) => say(`did chunk ${chunk} of ${experimentId}, ${count} trials`),
});
worker.start();
say(`joined with ${threads} threads, code ${codeDigest}`);

const stop = new AbortController();
const end = () => stop.abort();
process.once('SIGINT', end).once('SIGTERM', end);
let missed = 0;
while (!stop.signal.aborted && missed < MISSED_LOOKS) {
  await sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  missed = await bus.trials.find(codeDigest).then(
    () => 0,
    (error: Error) => (error instanceof NoSuchQueue ? missed + 1 : missed),
  );
}
await worker.close();
await bus.close();
if (missed >= MISSED_LOOKS) refuse('ended: the platform hands out no trials to this code any more');
