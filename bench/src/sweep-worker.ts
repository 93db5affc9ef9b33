/** Entry of a sweep worker: warms up on a tenth of the sets, says so, and runs its share of all when told. */
import { parentPort, workerData } from 'node:worker_threads';
import { runShare, type SweepShare } from './sweep-workers';

const share = workerData as SweepShare;
runShare({ ...share, sets: Math.ceil(share.sets / 10), nextSet: new SharedArrayBuffer(4) });
parentPort!.once('message', () => parentPort!.postMessage(runShare(share)));
parentPort!.postMessage('warm');
