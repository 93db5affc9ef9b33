/** Liveness of the console itself; open, and says nothing that a stranger may not know. */
export const dynamic = 'force-dynamic';

export function GET(): Response {
  return Response.json({ status: 'ok', service: 'console' });
}
