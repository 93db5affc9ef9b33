/**
 * What the ports of the order path promise, as cases that any implementation has to pass: the tables in
 * PostgreSQL and those in memory. A case throws where a promise is broken.
 */
import { CASES_OF_FILLS } from './cases-of-fills';
import { CASES_OF_ORDERS } from './cases-of-orders';
import { CASES_OF_RECORDS } from './cases-of-records';
import type { PortCase } from './fixture';

export const PORT_CASES: readonly PortCase[] = [...CASES_OF_ORDERS, ...CASES_OF_FILLS, ...CASES_OF_RECORDS];
