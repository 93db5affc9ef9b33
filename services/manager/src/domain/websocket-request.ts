/** What a client of the live feed may say. Everything else is refused with the reason. */
import { WebsocketRequest } from '@platform/contracts';
import { err, ok, type Result } from '@platform/core';
import { Value } from 'typebox/value';

export function parseWebsocketRequest(text: string): Result<WebsocketRequest, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('a frame is one JSON object');
  }
  if (Value.Check(WebsocketRequest, value)) return ok(value);
  const [fault] = Value.Errors(WebsocketRequest, value);
  return err(`${fault?.instancePath.slice(1) || 'the frame'} ${fault?.message ?? 'is invalid'}`);
}
