/**
 * The obligations of every service, run by each of them against real PostgreSQL, NATS, HTTP and processes.
 */
import { type Environs, useEnvirons } from './environs';
import { faultSuite } from './faults';
import { fuzzSuite } from './fuzz';
import { hostileSuite } from './hostile';
import { httpSuite } from './http';
import { processSuite } from './process';
import { startupSuite } from './startup';
import type { Subject } from './subject';

export * from '../fuzz';
export { asAdmin } from './environs';
export { call, get, tokenHeaders } from './requests';
export { type Subject, startSubject } from './subject';

export function serviceSuite<Config>(subject: Subject<Config>): Environs {
  const environs = useEnvirons(subject);
  httpSuite(subject, environs);
  startupSuite(subject, environs);
  processSuite(subject, environs);
  hostileSuite(subject);
  fuzzSuite(subject);
  faultSuite(subject);
  return environs;
}
