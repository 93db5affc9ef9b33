import { parentPort, workerData } from 'node:worker_threads';
import { doTrials, type TrialWork } from './trials';

doTrials(workerData as TrialWork, (fault) => parentPort!.postMessage(fault));
