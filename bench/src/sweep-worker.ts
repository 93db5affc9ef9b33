/** Entry of a sweep worker: says that it is there, then runs and times its share of every sweep that it is told of. */
import { parentPort, workerData } from 'node:worker_threads';
import { runShare, type ShareTimes, type SweepShare, type WorkerTask } from './sweep-workers';

const task = workerData as WorkerTask;
parentPort!.on('message', (share: SweepShare) => {
  const startedMs = performance.now();
  const signals = runShare(task, share);
  const times: ShareTimes = { signals, seconds: (performance.now() - startedMs) / 1000 };
  parentPort!.postMessage(times);
});
parentPort!.postMessage('ready');
