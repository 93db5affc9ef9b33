/** Named places at which the executor may be ended as kill -9 would end it. */
export const CRASH_POINTS = [
  'after_write_ahead',
  'after_send',
  'after_response',
  'after_report',
  'after_outcome',
  'before_ack',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];
