import { describe, expect, it } from 'vitest';
import { type AdmissionRequest, admit } from './admission';

const OWN = 'http://localhost:3000';
const operator = { name: 'Ada', role: 'operator', actor: 'ada', sessionId: 's' } as const;
const asked = (over: Partial<AdmissionRequest>): AdmissionRequest => ({
  user: operator,
  method: 'POST',
  path: '/bff/emergency-flatten',
  origin: OWN,
  ownOrigin: OWN,
  token: 'secret',
  ...over,
});
const code = (over: Partial<AdmissionRequest>) => {
  const admission = admit(asked(over));
  return admission.kind === 'refused' ? admission.code : null;
};

describe('a request to the manager', () => {
  it('a request to the manager is refused without a session, whatever else it carries', () => {
    expect(code({ user: null })).toBe('CONSOLE_SIGNED_OUT');
    expect(code({ user: null, method: 'GET', path: '/portfolio' })).toBe('CONSOLE_SIGNED_OUT');
    expect(code({ user: null, path: '/no/such' })).toBe('CONSOLE_SIGNED_OUT');
  });

  it('a request to the manager changes nothing for a viewer', () => {
    const user = { ...operator, role: 'viewer' } as const;
    expect(code({ user })).toBe('CONSOLE_FORBIDDEN');
    expect(code({ user, method: 'GET', path: '/portfolio', origin: null })).toBeNull();
  });

  it('a request to the manager changes nothing from another origin, or from none', () => {
    expect(code({ origin: 'http://evil.example' })).toBe('CONSOLE_CROSS_ORIGIN');
    expect(code({ origin: null })).toBe('CONSOLE_CROSS_ORIGIN');
    expect(code({ origin: 'http://localhost:3000.evil.example' })).toBe('CONSOLE_CROSS_ORIGIN');
  });

  it('a request to the manager fails closed without a token', () => {
    expect(code({ token: undefined })).toBe('CONSOLE_NO_TOKEN');
  });

  it('a request to the manager carries who acts, and the token only where something changes', () => {
    expect(admit(asked({}))).toEqual({
      kind: 'admitted',
      headers: { accept: 'application/json', 'x-actor': 'ada', authorization: 'Bearer secret' },
    });
    expect(admit(asked({ path: '/bots/0190a000-0000-7000-8000-000000000000/stop' }))).toMatchObject({
      headers: { 'x-operator-token': 'secret' },
    });
    expect(JSON.stringify(admit(asked({ method: 'GET', path: '/portfolio' })))).not.toContain('secret');
  });

  it('a request to the manager names a person whose name no header can carry', () => {
    expect(admit(asked({ user: { ...operator, actor: 'Zoë 山\r\nx: y' } }))).toMatchObject({
      headers: { 'x-actor': 'Zo%C3%AB%20%E5%B1%B1%0D%0Ax:%20y' },
    });
  });
});
