/** What Prometheus and Alertmanager answer, as far as it is read here. */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

const Labels = Type.Record(Type.String(), Type.String());
const Named = Type.Object({ name: Type.String() });

const Alert = Type.Object({
  fingerprint: Type.String(),
  labels: Labels,
  annotations: Labels,
  startsAt: Type.String(),
});
export type Alert = Readonly<Static<typeof Alert>>;

/**
 * Alerts that are sent to a receiver together. One that has none any more, and still has to say so, is not
 * listed.
 */
const AlertGroup = Type.Object({ receiver: Named, alerts: Type.Array(Type.Object({ labels: Labels })) });
export type AlertGroup = Readonly<Static<typeof AlertGroup>>;

const Silence = Type.Object({
  id: Type.String(),
  matchers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  createdBy: Type.String(),
  comment: Type.String(),
  startsAt: Type.String(),
  endsAt: Type.String(),
  status: Type.Object({ state: Type.String() }),
});

/** Seconds, and a number as text. */
const Sample = Type.Tuple([Type.Number(), Type.String()]);
const answerOf = <S extends TSchema>(result: S) =>
  Type.Object({ data: Type.Object({ result: Type.Array(result) }) });

export const areAlerts = guard(Type.Array(Alert));
export const areAlertGroups = guard(Type.Array(AlertGroup));
export const areReceivers = guard(Type.Array(Named));
export const areSilences = guard(Type.Array(Silence));
export const isSilenceMade = guard(Type.Object({ silenceID: Type.String() }));
export const isVector = guard(answerOf(Type.Object({ value: Sample })));
export const isMatrix = guard(answerOf(Type.Object({ metric: Labels, values: Type.Array(Sample) })));

function guard<S extends TSchema>(schema: S): (answer: unknown) => answer is Static<S> {
  const validator = Compile(schema);
  return (answer): answer is Static<S> => validator.Check(answer);
}
