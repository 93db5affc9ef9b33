/**
 * What an answer of the venue means. The HTTP status speaks first where it is certain (limits, server
 * faults), then the code, then the status again; whatever is left is unknown, never failed.
 */
import { ERROR_CODES, type Verdict } from './error-codes';

const BY_CODE = new Map(ERROR_CODES.map(([code, , verdict]) => [code, verdict]));

const OVERLOADED = -1008;

/** Statuses of answers without a code that we know. */
const BY_STATUS: Readonly<Record<number, Verdict>> = {
  401: { kind: 'rejected', reason: 'credentials' },
  /** The web application firewall: nothing got through, and insisting makes it worse. */
  403: { kind: 'throttled', who: 'all' },
  408: { kind: 'unknown', cause: 'exchange_unsure' },
  451: { kind: 'rejected', reason: 'account_restricted' },
};

export function classify(status: number, code: number | undefined, message: string): Verdict {
  if (status === 429 || status === 418) return { kind: 'throttled', who: 'all' };
  if (status >= 500) return classifyServerFault(code, message);
  const byCode = code === undefined ? undefined : BY_CODE.get(code);
  return byCode ?? BY_STATUS[status] ?? { kind: 'unknown', cause: 'unclassified_answer' };
}

/**
 * The venue documents some 503 bodies as certain failures ("Service Unavailable."). They stay unknown here:
 * an order that fills after we took it for failed costs more than a read. The cause distinguishes the two.
 */
function classifyServerFault(code: number | undefined, message: string): Verdict {
  if (code === OVERLOADED) return { kind: 'throttled', who: 'all_but_exits' };
  const unavailable =
    code === -1016 || /service unavailable|internal error; unable to process/i.test(message);
  return { kind: 'unknown', cause: unavailable ? 'exchange_unavailable' : 'exchange_unsure' };
}
