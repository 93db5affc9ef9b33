/**
 * Every environment variable, by the process that reads it. `serviceEnv` is what one backend service may be
 * given; anything else with its prefix is a mistake the service refuses.
 */
import type { ServiceName } from '../services';
import { botEnv } from './bot';
import { consoleEnv } from './console';
import { dataEnv } from './data';
import type { EnvVar } from './define';
import { executorEnv } from './executor';
import { labEnv } from './lab';
import { managerEnv } from './manager';
import { riskEnv } from './risk';
import { bootstrapEnv, commonEnv, ignoredEnv, seedEnv } from './shared';

export const envByService = {
  shared: [...bootstrapEnv, ...commonEnv, ...ignoredEnv],
  data: dataEnv,
  risk: riskEnv,
  manager: managerEnv,
  bot: botEnv,
  executor: executorEnv,
  console: consoleEnv,
  lab: [...bootstrapEnv, ...labEnv],
  seed: seedEnv,
} as const;

export type EnvOwner = keyof typeof envByService;
export type EnvName = (typeof envByService)[EnvOwner][number]['name'];

/** What a backend service reads: its own variables and those of every service. */
export function serviceEnv(service: ServiceName): readonly EnvVar[] {
  return [...commonEnv, ...envByService[service]];
}

export { FORBIDDEN_BOT_VARIABLES } from './bot';
export * from './define';
export { ignoredEnv } from './shared';
