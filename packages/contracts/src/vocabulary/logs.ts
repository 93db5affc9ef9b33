/** From the quietest to the loudest. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** So many lines are given at once, unless more are asked for. */
export const LOG_LINES = { default: 200, max: 2_000 } as const;
