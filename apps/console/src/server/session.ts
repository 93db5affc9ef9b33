/**
 * Who is asking. Every page, layout and route asks here itself; proxy.ts only adds convenience, so that a
 * request which slips past it (a crafted header, a prefetch) still meets a closed door.
 */
import 'server-only';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { SignedIn } from './admission';
import { auth } from './auth';

export const currentUser = cache(async (): Promise<SignedIn | null> => {
  const session = await auth();
  const user = session?.user;
  if (user?.role === undefined || user.actor === undefined || user.sessionId === undefined) return null;
  const { role, actor, sessionId } = user;
  return { name: user.name ?? actor, role, actor, sessionId };
});

/** For pages and layouts. */
export async function requireUser(): Promise<SignedIn> {
  return (await currentUser()) ?? redirect('/sign-in');
}
