/** The simulated exchange's own control interface, as its README lists it. */
import type { WatchedStack } from '../watching-harness';
import { all, type Repair, thenBreak } from './drill';

export async function admin<T>({ exchangeUrl }: WatchedStack, route: string, body?: object): Promise<T> {
  const [method, path] = route.split(' ') as [string, string];
  const answer = await fetch(`${exchangeUrl}/admin/${path}`, {
    method,
    signal: AbortSignal.timeout(10_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${route} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function inject(stack: WatchedStack, ...faults: readonly object[]): Promise<Repair> {
  const repairs: Repair[] = [];
  return await thenBreak(
    () => all(...repairs)(),
    async () => {
      for (const fault of faults) {
        const { id } = await admin<{ id: number }>(stack, 'POST faults', fault);
        repairs.push(() => admin(stack, `DELETE faults?id=${id}`));
      }
    },
  );
}
