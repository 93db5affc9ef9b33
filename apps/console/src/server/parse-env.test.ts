import { describe, expect, it } from 'vitest';
import { parseEnv } from './parse-env';

const COMPLETE = {
  AUTH_SECRET: 's',
  AUTH_IDP_ISSUER: 'http://localhost:9000',
  AUTH_IDP_CLIENT_ID: 'console',
  AUTH_IDP_CLIENT_SECRET: 'c',
  PLATFORM_MANAGER_WS_INTERNAL_URL: 'ws://manager:8083/ws',
};

describe('the environment of the console', () => {
  it('the environment of the console reports every missing variable at once', () => {
    expect(() => parseEnv({ AUTH_SECRET: '' })).toThrow(
      /AUTH_SECRET[\s\S]*AUTH_IDP_ISSUER[\s\S]*AUTH_IDP_CLIENT_ID[\s\S]*AUTH_IDP_CLIENT_SECRET/,
    );
  });

  it('the environment finds the manager beside its socket, and holds no token unless given one', () => {
    expect(parseEnv(COMPLETE)).toMatchObject({ managerUrl: 'http://manager:8083', managerToken: undefined });
  });

  it('the environment of the console takes a viewer of logs at an http or https address only', () => {
    const at = (url: string) => parseEnv({ ...COMPLETE, LOG_VIEWER_URL: url }).logViewerUrl;
    expect(at('https://logs.example.org/app?theme=dark')).toBe('https://logs.example.org/app?theme=dark');
    expect(at('')).toBeUndefined();
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'logs.example.org'])
      expect(() => at(url)).toThrow('LOG_VIEWER_URL');
  });

  it('the environment of the console refuses the sign-in of tests in production, by either variable', () => {
    const production = { ...COMPLETE, NODE_ENV: 'production' };
    expect(() => parseEnv({ ...production, PLATFORM_CONSOLE_E2E_INJECT_HEADERS: 'true' })).toThrow(
      'not in production',
    );
    expect(() => parseEnv({ ...production, PLATFORM_CONSOLE_E2E_AUTH_TOKEN: 't' })).toThrow(
      'not in production',
    );
    expect(
      parseEnv({ ...production, PLATFORM_CONSOLE_E2E_INJECT_HEADERS: 'false' }).testToken,
    ).toBeUndefined();
  });

  it('enables it elsewhere only when both are set', () => {
    expect(parseEnv({ ...COMPLETE, PLATFORM_CONSOLE_E2E_AUTH_TOKEN: 't' }).testToken).toBeUndefined();
    expect(
      parseEnv({
        ...COMPLETE,
        PLATFORM_CONSOLE_E2E_INJECT_HEADERS: 'true',
        PLATFORM_CONSOLE_E2E_AUTH_TOKEN: 't',
      }).testToken,
    ).toBe('t');
  });
});
