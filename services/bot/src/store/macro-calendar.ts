import type { MacroCalendar } from '@platform/strategies';
import type pg from 'pg';

/**
 * The operators' calendar. One that ends in the past says nothing about what is coming, and counts as
 * missing.
 */
export async function readMacroCalendar(pool: pg.Pool): Promise<MacroCalendar | undefined> {
  const { rows } = await pool.query<{ event_name: string; starts_at: Date }>(
    `SELECT event_name, starts_at FROM risk.macro_calendar
     WHERE starts_at > now() - interval '2 days' ORDER BY starts_at LIMIT 1000`,
  );
  const nowMs = Date.now();
  const events = rows.map((row) => ({ name: row.event_name, timeMs: row.starts_at.getTime() }));
  return events.some((event) => event.timeMs > nowMs) ? { timeMs: nowMs, events } : undefined;
}
