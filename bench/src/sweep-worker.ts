/** Entry of a sweep worker: says that it is there, then runs its share of every sweep that it is told of. */
import { parentPort, workerData } from 'node:worker_threads';
import { runShare, type SweepShare, type WorkerTask } from './sweep-workers';

const task = workerData as WorkerTask;
parentPort!.on('message', (share: SweepShare) => parentPort!.postMessage(runShare(task, share)));
parentPort!.postMessage('ready');
