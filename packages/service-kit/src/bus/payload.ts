/**
 * What comes over the bus was written by another process: it is JSON of the expected shape, or it is refused.
 */
import type { JsMsg } from '@nats-io/jetstream';
import { err, ok, type Result } from '@platform/core';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { shapeFault } from '../http/shape';

export type PayloadParser<S extends TSchema> = (message: JsMsg) => Result<Static<S>, Error>;

export function payloadParser<S extends TSchema>(schema: S): PayloadParser<S> {
  const validator = Compile(schema);
  return (message) => {
    const payload = jsonOf(message);
    if (validator.Check(payload)) return ok(payload as Static<S>);
    return err(new Error(`message ${message.seq} on ${message.subject} is not what belongs there`));
  };
}

function jsonOf(message: JsMsg): unknown {
  try {
    const text = message.string();
    return shapeFault(text) === null ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
