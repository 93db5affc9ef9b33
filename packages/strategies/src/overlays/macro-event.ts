/** Vetoes entries around scheduled macro events, when prices jump and books are thin. */
import { HOUR_MS, MINUTE_MS } from '@platform/core';
import Type, { type Static } from 'typebox';
import { integer, parseParams } from '../params';
import { fresh, pass, veto } from './judgement';
import type { OverlayDefinition } from './types';

const BUDGET_MS = 26 * HOUR_MS;

const schema = Type.Object(
  {
    before_minutes: integer({
      title: 'Minutes before',
      description: 'The window opens this long before the event.',
      default: 60,
      minimum: 0,
      maximum: 1440,
    }),
    after_minutes: integer({
      title: 'Minutes after',
      description: 'The window closes this long after the event.',
      default: 60,
      minimum: 0,
      maximum: 1440,
    }),
  },
  { additionalProperties: false },
);
type Params = Static<typeof schema>;

export const macroEventOverlay: OverlayDefinition<Params> = {
  name: 'macro_event',
  title: 'Macro event window',
  summary: 'No entry around scheduled macro events.',
  schema,
  datasets: ['macro'],
  parse: (input) => parseParams<Params>(schema, input),
  judge(params, _side, { macro, closeTimeMs }) {
    const known = fresh('macro', macro, closeTimeMs, BUDGET_MS);
    if (!known.ok) return known.error;
    const { events } = known.value;
    const fromMs = closeTimeMs - params.after_minutes * MINUTE_MS;
    const untilMs = closeTimeMs + params.before_minutes * MINUTE_MS;
    const event = events.find(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs);
    if (event === undefined) return pass('no_event_near', { events_known: events.length });
    return veto('inside_event_window', { event: event.name, event_time_ms: event.timeMs });
  },
};
