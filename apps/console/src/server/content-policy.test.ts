import { describe, expect, it } from 'vitest';
import { contentPolicy } from './content-policy';
import { parseEnv } from './parse-env';

const policy = (over: object = {}) =>
  contentPolicy(
    'n-1',
    parseEnv({
      AUTH_SECRET: 's',
      AUTH_IDP_CLIENT_ID: 'console',
      AUTH_IDP_CLIENT_SECRET: 'c',
      AUTH_IDP_ISSUER: 'https://login.example.org/realm',
      ...over,
    }),
    false,
  ).split('; ');

describe('the content policy', () => {
  it('frames nothing, and with a viewer of logs that viewer alone', () => {
    expect(policy()).toContain("frame-src 'none'");
    expect(policy({ LOG_VIEWER_URL: 'https://logs.example.org:3000/app?x=1' })).toContain(
      'frame-src https://logs.example.org:3000',
    );
  });

  it('the content policy runs scripts of this request only, and evaluates none', () => {
    expect(policy()).toContain("script-src 'self' 'nonce-n-1' 'strict-dynamic'");
  });
});
