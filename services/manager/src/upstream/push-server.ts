/**
 * The push services of browsers. Their addresses come from browsers, so that anything could be one: it must
 * be https and lead out of private networks, judged by the address that is connected to. Redirects are not
 * followed and answers not read.
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { PushSubscribeRequest } from '@platform/contracts';
import type { PushOutcome, PushService, PushTarget } from '../app/ports';
import type { PushMessage } from '../domain/push-plan';
import { encryptMessage, isReaderKey, type PushSigner } from './push-message';

const ANSWER_WITHIN_MS = 10_000;
/** How long a push service keeps what it cannot deliver yet. */
const KEEP_SECONDS = 3600;

export interface PushServerOptions {
  readonly signer: PushSigner;
  /** Private addresses and plain http too: for tests. */
  readonly isLocalAllowed: boolean;
  readonly nowMs: () => number;
}

export class PushServer implements PushService {
  constructor(private readonly options: PushServerOptions) {}

  get publicKey(): string {
    return this.options.signer.publicKey;
  }

  refusal({ endpoint, p256dh }: PushSubscribeRequest) {
    const message = this.addressFault(endpoint);
    if (message !== null) return { field: 'endpoint', message };
    return isReaderKey(p256dh) ? null : { field: 'p256dh', message: 'it is not a public key' };
  }

  send(target: PushTarget, message: PushMessage): Promise<PushOutcome> {
    return new Promise((resolve) => {
      const fail = (error: Error) =>
        resolve(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? { kind: 'unanswered', reason: `no answer within ${ANSWER_WITHIN_MS / 1000} s` }
            : { kind: 'refused', reason: error.message },
        );
      try {
        const fault = this.addressFault(target.endpoint);
        if (fault !== null) throw new Error(fault);
        this.post(target, message, resolve).on('error', fail);
      } catch (error) {
        fail(error as Error);
      }
    });
  }

  /** Why nothing is ever sent there, as a sentence; null where it may be. */
  private addressFault(endpoint: string): string | null {
    if (!URL.canParse(endpoint)) return 'it is not an address';
    const { protocol, hostname, username, password } = new URL(endpoint);
    if (username !== '' || password !== '') return 'an address with a password is not a push service';
    if (this.options.isLocalAllowed) return null;
    if (protocol !== 'https:') return 'only https addresses are push services';
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return isPrivate(host) ? 'it leads into a private network' : null;
    return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host)
      ? null
      : 'it leads into a private network';
  }

  private post(target: PushTarget, message: PushMessage, resolve: (outcome: PushOutcome) => void) {
    const { signer, isLocalAllowed, nowMs } = this.options;
    const url = new URL(target.endpoint);
    const body = encryptMessage(JSON.stringify(message), target);
    const headers = {
      ttl: String(KEEP_SECONDS),
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      authorization: signer.authorization(url.origin, nowMs()),
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers,
        agent: false,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        ...(isLocalAllowed ? {} : { lookup: outsideOnly(lookup) }),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.destroy();
        if (status >= 200 && status < 300) resolve({ kind: 'delivered' });
        else if (status === 404 || status === 410) resolve({ kind: 'gone' });
        else resolve({ kind: 'refused', reason: `the push service answered ${status}` });
      },
    );
    request.end(body);
    return request;
  }
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
// Ways from IPv6 to any IPv4 address, and documentation.
for (const [network, prefix] of [
  ['2001:db8::', 32],
  ['2001::', 32],
  ['2002::', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return PRIVATE.check(address, 'ipv4');
  return !GLOBAL.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6');
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A name that leads into a private network leads nowhere, whatever it led to when it was looked at before.
 */
export function outsideOnly(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error('no such host'), '', 0);
      else if (addresses.some(({ address }) => isPrivate(address))) {
        callback(new Error('it leads into a private network'), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
