/**
 * Who is calling and whether they may: key, signature, timestamp, permission, each with the venue's own code.
 */
import { createHmac, timingSafeEqual, verify } from 'node:crypto';
import { ERRORS, type VenueError } from '../domain/errors';
import type { ApiKey } from '../options';
import type { KeyRecord, Simulator } from '../simulator';
import type { RawRequest, Route } from './call';

const KEY_FORMAT = /^[A-Za-z0-9_-]{16,64}$/;
const DEFAULT_RECV_WINDOW_MS = 5000;
const MAX_RECV_WINDOW_MS = 60_000;

export type Identity =
  | { readonly ok: true; readonly key: ApiKey | undefined }
  | { readonly ok: false; readonly error: VenueError };

export function identify(sim: Simulator, request: RawRequest, security: Route['security']): Identity {
  if (security === 'none') return { ok: true, key: undefined };
  if (request.apiKey === undefined || !KEY_FORMAT.test(request.apiKey)) {
    return { ok: false, error: ERRORS.badKeyFormat() };
  }
  const key = sim.keys.get(request.apiKey);
  const refusal = keyProblem(key);
  if (key === undefined || refusal !== undefined) return { ok: false, error: refusal ?? ERRORS.unknownKey() };
  if (security === 'key') return { ok: true, key };
  const unsigned = request.session === key.key;
  const problem = (unsigned ? undefined : signatureProblem(request, key)) ?? timestampProblem(sim, request);
  if (problem !== undefined) return { ok: false, error: problem };
  if (security === 'trade' && !key.canTrade) return { ok: false, error: ERRORS.keyRefused() };
  return { ok: true, key };
}

function keyProblem(key: KeyRecord | undefined): VenueError | undefined {
  if (key === undefined || key.state === 'deleted') return ERRORS.unknownKey();
  if (key.state === 'ip_refused') return ERRORS.keyRefused();
  return key.state === 'account_inactive' ? ERRORS.inactiveAccount() : undefined;
}

function signatureProblem(request: RawRequest, key: ApiKey): VenueError | undefined {
  const given = request.params['signature'];
  if (given === undefined) return ERRORS.mandatory('signature');
  const payload = withoutSignature(request.rawQuery) + withoutSignature(request.rawBody);
  return isSignedBy(key, payload, given) ? undefined : ERRORS.badSignature();
}

/** HMAC in hexadecimal, or Ed25519 in base64 for a key that is registered with a public key. */
function isSignedBy(key: ApiKey, payload: string, given: string): boolean {
  if (key.publicKey !== undefined) {
    return verify(null, Buffer.from(payload), key.publicKey, Buffer.from(given, 'base64'));
  }
  const expected = createHmac('sha256', key.secret).update(payload).digest();
  const actual = Buffer.from(given, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function withoutSignature(encoded: string): string {
  return encoded.replace(/(^|&)signature=[^&]*/, '');
}

/** Only a venue that runs in real time can hold clients to their clocks. */
function timestampProblem(sim: Simulator, request: RawRequest): VenueError | undefined {
  const timestamp = Number(request.params['timestamp'] ?? Number.NaN);
  if (!Number.isInteger(timestamp)) return ERRORS.mandatory('timestamp');
  const recvWindow = Number(request.params['recvWindow'] ?? DEFAULT_RECV_WINDOW_MS);
  if (!(recvWindow > 0 && recvWindow <= MAX_RECV_WINDOW_MS)) return ERRORS.badRecvWindow();
  if (sim.clock.speed !== 1) return undefined;
  const nowMs = sim.clock.statedMs();
  if (timestamp >= nowMs + 1000) return ERRORS.timestampAhead();
  return nowMs - timestamp > recvWindow ? ERRORS.timestampOutsideWindow() : undefined;
}
