/** The log files of all processes and bots: finding lines in them, and following them. */
export { renderLogEntry } from './entry';
export type { LogFilter } from './filter';
export { formerLogs, type LogPlaces, logFiles, loggedProcesses } from './places';
export { followEntries, type LogFindings, lastEntries, searchLogs } from './read';
