/** The strategy registry as the bot (names, schema) and the manager (catalogue) show it. */
import { type Static, Type } from 'typebox';
import { Closed, JsonObject, OneOf, TimeframeName } from './primitives';

export const StrategyNamesResponse = Type.Object({ strategies: Type.Array(Type.String()) });
export type StrategyNamesResponse = Static<typeof StrategyNamesResponse>;

export const StrategyNameParams = Closed({ name: Type.String({ minLength: 1, maxLength: 64 }) });

/** A JSON schema: passed through as it is. */
export const StrategySchemaResponse = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

export const StrategyInfo = Type.Object({
  name: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  status: OneOf(['validated', 'in_progress']),
  validatedTimeframes: Type.Array(TimeframeName),
  timeframes: Type.Array(TimeframeName),
  schema: JsonObject,
  warmupBars: Type.Record(Type.String(), Type.Integer(), {
    description: 'By time frame, with the default parameters; empty where those do not suffice',
  }),
  datasets: Type.Array(Type.String(), { description: 'Series it cannot run without' }),
});
export type StrategyInfo = Static<typeof StrategyInfo>;

export const WarmupQuery = Closed({
  strategy: Type.String({ minLength: 1, maxLength: 64 }),
  timeframe: TimeframeName,
  params: Type.Optional(Type.String({ maxLength: 8_000, description: 'Parameters as a JSON object' })),
});
export const WarmupNeed = Type.Object({
  warmupBars: Type.Integer({ description: 'Bars up to and including the first that is decided on' }),
});

export const StrategiesResponse = Type.Object({ items: Type.Array(StrategyInfo) });
export type StrategiesResponse = Static<typeof StrategiesResponse>;

export const OverlayInfo = Type.Object({
  name: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  schema: JsonObject,
  datasets: Type.Array(Type.String(), {
    description: 'Series it cannot judge without: it vetoes while they are missing',
  }),
});
export const OverlaysResponse = Type.Object({ items: Type.Array(OverlayInfo) });
