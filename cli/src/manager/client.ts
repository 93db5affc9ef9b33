/** The running manager, as commands talk to it. */
import { createManagerClient, type ManagerClient } from '@platform/api-client';
import { shellEnvironment } from '@platform/stack';

export function connect(url: string | undefined): ManagerClient {
  const { PLATFORM_MANAGER_URL, PLATFORM_MANAGER_OPERATOR_TOKEN } = process.env;
  const given = url ?? PLATFORM_MANAGER_URL;
  const isComplete = given !== undefined && PLATFORM_MANAGER_OPERATOR_TOKEN !== undefined;
  const stack = isComplete ? {} : shellEnvironment(process.env);
  return createManagerClient({
    baseUrl: given ?? stack['PLATFORM_MANAGER_URL'] ?? '',
    operatorToken: PLATFORM_MANAGER_OPERATOR_TOKEN ?? stack['PLATFORM_MANAGER_OPERATOR_TOKEN'] ?? '',
    actor: 'command line',
  });
}

export async function reached<T>(request: Promise<T>, fault: (reason: string) => Error): Promise<T> {
  try {
    return await request;
  } catch {
    throw fault('the manager does not answer: is the platform up?');
  }
}
