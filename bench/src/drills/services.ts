/** The services as an operator asks them. */
import type { WatchedStack } from '../watching-harness';

type Service = 'RISK' | 'MANAGER' | 'DATA';

async function ask(
  { variables }: WatchedStack,
  service: Service,
  path: string,
  body: object,
): Promise<Response> {
  return await fetch(`${variables[`PLATFORM_${service}_URL`]}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-operator-token': variables[`PLATFORM_${service}_OPERATOR_TOKEN`]!,
      'x-actor': 'drill',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
}

async function insist(...request: Parameters<typeof ask>): Promise<unknown> {
  const answer = await ask(...request);
  if (!answer.ok) throw new Error(`${request[2]} was answered with ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

const BECAUSE = { reason: 'a drill' };

export const halt = (stack: WatchedStack) => insist(stack, 'RISK', '/risk/emergency-flatten', BECAUSE);

export const drillBreaker = (stack: WatchedStack, breaker: string) =>
  insist(stack, 'RISK', '/risk/drill', { ...BECAUSE, breaker });

export const haltThroughManager = (stack: WatchedStack) =>
  insist(stack, 'MANAGER', '/bff/risk/emergency-flatten', BECAUSE);

/**
 * What hangs may trip a breaker, and a halt stays until somebody resumes. A breaker whose reason is still
 * there trips once more.
 */
export async function resume(stack: WatchedStack): Promise<boolean> {
  const answer = await ask(stack, 'RISK', '/risk/resume', BECAUSE).catch(() => undefined);
  return answer?.ok === true;
}

const confirmed = (path: string) => `${path}?confirm=YES-${Math.floor(Date.now() / 1000)}`;

export const clearQuarantine = (stack: WatchedStack, botId: string) =>
  insist(stack, 'MANAGER', confirmed(`/bff/bots/${botId}/clear-quarantine`), {});

export const acknowledgeParity = (stack: WatchedStack, botId: string) =>
  insist(stack, 'MANAGER', `/bff/bots/${botId}/acknowledge-parity`, BECAUSE);

export async function startBot(stack: WatchedStack, bot: object): Promise<string> {
  const { id } = (await insist(stack, 'MANAGER', '/bots', bot)) as { readonly id: string };
  await insist(stack, 'MANAGER', `/bots/${id}/start`, {});
  return id;
}

export const stopBot = (stack: WatchedStack, botId: string) =>
  insist(stack, 'MANAGER', `/bots/${botId}/stop`, {});

export const returnSource = (stack: WatchedStack, source: string) =>
  insist(stack, 'DATA', `/sources/${source}/unquarantine`, {});
