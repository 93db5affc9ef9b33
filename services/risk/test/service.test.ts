import { asAdmin, get, serviceSuite, startSubject } from '@platform/service-kit/test-suite';
import { eventually } from '@platform/testkit';
import { expect, it } from 'vitest';
import { loadRiskConfig, type RiskConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

const subject = { service: 'risk', version: VERSION, load: loadRiskConfig, run } as const;
const environs = serviceSuite<RiskConfig>(subject);

it('/healthz of risk says whether the latch is engaged, and engaged when its row is gone', async () => {
  const risk = await startSubject(subject, environs.environment());
  const halted = async () => (await get(risk.url, '/healthz')).json()['halted'];
  try {
    await eventually(async () => expect(await halted()).toBe(false));
    expect((await get(risk.url, '/metrics')).text).toMatch(/^platform_risk_halt_latch 0$/m);
    await asAdmin(environs.database(), 'DELETE FROM risk.risk_state');
    await eventually(async () => expect(await halted()).toBe(true));
    expect((await get(risk.url, '/metrics')).text).toMatch(/^platform_risk_halt_latch 1$/m);
  } finally {
    await asAdmin(
      environs.database(),
      'INSERT INTO risk.risk_state (halted) VALUES (false) ON CONFLICT DO NOTHING',
    );
    await risk.close();
  }
});
