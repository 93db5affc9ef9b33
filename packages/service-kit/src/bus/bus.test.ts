import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Bus } from './bus';

it('the credentials of a service show up nowhere its bus is printed', () => {
  const creds = Buffer.from('the canary of the bus');
  const unused = () => () => undefined;
  const bus = new Bus({ servers: ['127.0.0.1:1'], user: 'risk', creds, onDown: unused, guard: unused });
  const whole = { showHidden: true, depth: null, maxArrayLength: null };
  const printed = [JSON.stringify(bus), inspect(bus, whole)].join().replace(/\s/g, '');
  expect(printed).toContain('127.0.0.1:1');
  for (const bytes of [creds.toString('hex'), creds.join(',')]) expect(printed).not.toContain(bytes);
});
