/** Whether there is a day YYYY-MM-DD: Date.parse turns 2024-02-30 into the first of March. */
export function isCalendarDay(text: string): boolean {
  const timeMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}
