/**
 * For other worlds under faults: an executor that is started again, every committed change, the checkers, and
 * bundles with bugs in them.
 */
export { applyPatches, type Patch, PatchDoesNotApply } from './build/patch';
export { buildPatched } from './build/patched-bundle';
export { violationsOf } from './checkers';
export type { Violation } from './checkers/checker';
export { databaseHistory } from './history/database';
export type { History, Interval } from './history/history';
export { needlessStopChanges } from './history/needless-stops';
export { venueHistory } from './history/venue';
export { functionWith, KEEP_CHANGES } from './world/changes.sql';
export { ExecutorProcess } from './world/executor-process';
export { Sql } from './world/sql';
