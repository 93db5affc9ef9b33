/** Entry of a sweep worker: says that it is ready, then takes part in every sweep announced to it. */
import { parentPort, workerData } from 'node:worker_threads';
import { runSets, type SetQueue, type WorkerTask } from './sweep-workers';

const task = workerData as WorkerTask;
parentPort!.on('message', (queue: SetQueue) => {
  parentPort!.postMessage(runSets(task, queue));
});
parentPort!.postMessage('ready');
