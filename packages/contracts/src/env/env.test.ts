import { describe, expect, it } from 'vitest';
import { DEFAULT_PORT, type EnvVar, envByService, SERVICES, serviceEnv } from '../index';

const all: readonly EnvVar[] = Object.values(envByService).flat();

describe('environment variables', () => {
  it('mark every token, key, secret, seed and DSN as secret', () => {
    const looksSecret = all.filter((v) => /TOKEN|API_KEY|API_SECRET|_SECRET$|SEED|DATABASE_URL/.test(v.name));
    expect(looksSecret.filter((v) => !v.secret).map((v) => v.name)).toEqual([]);
    expect(looksSecret.length).toBeGreaterThan(15);
  });

  it('give no secret a default and publish none to the browser', () => {
    expect(all.filter((v) => v.secret && v.default !== undefined)).toEqual([]);
    expect(all.filter((v) => v.secret && v.name.startsWith('NEXT_PUBLIC_'))).toEqual([]);
  });

  it('bind each service to its port by default', () => {
    for (const service of SERVICES) {
      const bind = serviceEnv(service).find((v) => v.name.endsWith('BIND_ADDR'));
      expect(bind?.default).toBe(`0.0.0.0:${DEFAULT_PORT[service]}`);
    }
  });

  it('name nothing twice within one process', () => {
    for (const service of SERVICES) {
      const names = serviceEnv(service).flatMap((v) => [v.name, ...(v.aliases ?? [])]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('hand trading keys to the executor only', () => {
    const holders = SERVICES.filter((service) =>
      serviceEnv(service).some((v) => v.name === 'EXCHANGE_API_SECRET'),
    );
    expect(holders).toEqual(['executor']);
  });
});
