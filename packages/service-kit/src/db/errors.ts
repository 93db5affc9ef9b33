/** Which database errors mean "ask again later" rather than "the statement is wrong". */

const TRANSIENT_SQLSTATE = /^(08|53|57P|40001|40P01|55P03|57014|25P0[34])/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** pg reports its own timeouts and lost connections as plain errors, which differ in their text only. */
const DRIVER_TEXT =
  /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function isTransientDbError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return TRANSIENT_SQLSTATE.test(code) || NETWORK_CODES.has(code) || DRIVER_TEXT.test(error.message);
}
