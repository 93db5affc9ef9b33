/** Limits, the macro calendar and fire drills. */
import type { CalendarEntry, riskRoutes } from '@platform/contracts';
import { failure, type Handlers } from '@platform/service-kit';
import type { CalendarRow, Settings, StartDrill } from '../app/ports';
import { DRILL_MS, planDrill } from '../domain/drill';
import { limitsFrom, parseLimitChange } from '../domain/limits';
import { operatorActionOf, orThrow } from './request';

export interface SettingsParts {
  readonly settings: Settings;
  readonly startDrill: StartDrill;
  /** The evaluator shall look again now. */
  wake(): void;
}

export function settingsHandlers({ settings, startDrill, wake }: SettingsParts) {
  return {
    limits: async () => ({ limits: await settings.limits() }),

    setLimit: async (request) => {
      const { name } = request.params;
      const change = orThrow(parseLimitChange(name, request.body?.value), ({ field, message }) =>
        failure('RISK_INVALID_REQUEST', message, field),
      );
      await settings.setLimit(operatorActionOf(request), change);
      wake();
      return (await settings.limits()).find((limit) => limit.name === name)!;
    },

    calendar: async () => ({ events: (await settings.calendar()).map(entryOf) }),

    addCalendarEvent: async (request) => {
      const { event_name, starts_at_ms, minutes_before = 30, minutes_after = 30 } = request.body;
      const event = { eventName: event_name, startsAtMs: starts_at_ms };
      const window = { minutesBefore: minutes_before, minutesAfter: minutes_after };
      const added = await settings.addCalendarEvent(operatorActionOf(request), { ...event, ...window });
      wake();
      return entryOf(added);
    },

    removeCalendarEvent: async (request) => {
      const removed = await settings.removeCalendarEvent(operatorActionOf(request), request.params.id);
      if (removed === 'unknown')
        throw failure('RISK_INVALID_REQUEST', 'the calendar has no such event', 'id');
      return { status: 'removed' };
    },

    drill: async (request) => {
      const action = operatorActionOf(request);
      const breaker = request.body?.breaker;
      if (breaker === undefined) throw failure('RISK_INVALID_REQUEST', 'breaker is required', 'breaker');
      const plan = planDrill(breaker, limitsFrom(await settings.limitRows()));
      if (plan === null) {
        throw failure('RISK_INVALID_REQUEST', `every outcome of ${breaker} is switched off`, 'breaker');
      }
      await startDrill(action, breaker, plan);
      wake();
      const { value, expectedOutcome } = plan;
      return {
        status: 'drill_started',
        breaker,
        value,
        expected_outcome: expectedOutcome,
        lasts_ms: DRILL_MS,
      };
    },
  } satisfies Handlers<typeof riskRoutes>;
}

function entryOf(row: CalendarRow): CalendarEntry {
  return {
    id: row.id,
    event_name: row.eventName,
    starts_at_ms: row.startsAtMs,
    minutes_before: row.minutesBefore,
    minutes_after: row.minutesAfter,
    created_by: row.createdBy,
  };
}
