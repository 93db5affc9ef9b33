import { expect, it } from 'vitest';
import { DEFAULT_PORT, type EnvVar, envByService, SERVICES, serviceEnv } from '../index';

const all: readonly EnvVar[] = Object.values(envByService).flat();

it('every token, key, secret, seed and DSN of the environment is marked as secret', () => {
  const looksSecret = all.filter((v) => /TOKEN|API_KEY|API_SECRET|_SECRET$|SEED|DATABASE_URL/.test(v.name));
  expect(looksSecret.filter((v) => !v.secret).map((v) => v.name)).toEqual([]);
  expect(looksSecret.length).toBeGreaterThan(15);
});

it('no secret of the environment has a default or is published to the browser', () => {
  expect(all.filter((v) => v.secret && v.default !== undefined)).toEqual([]);
  expect(all.filter((v) => v.secret && v.name.startsWith('NEXT_PUBLIC_'))).toEqual([]);
});

it('each service is bound to its port by default', () => {
  for (const service of SERVICES) {
    const bind = serviceEnv(service).find((v) => v.name.endsWith('BIND_ADDR'));
    expect(bind?.default).toBe(`0.0.0.0:${DEFAULT_PORT[service]}`);
  }
});

it('no environment variable is named twice within one process', () => {
  for (const service of SERVICES) {
    const names = serviceEnv(service).flatMap((v) => [v.name, ...(v.aliases ?? [])]);
    expect(new Set(names).size).toBe(names.length);
  }
});

it('trading keys are handed to the executor only', () => {
  const holders = SERVICES.filter((service) =>
    serviceEnv(service).some((v) => v.name === 'EXCHANGE_API_SECRET'),
  );
  expect(holders).toEqual(['executor']);
});
