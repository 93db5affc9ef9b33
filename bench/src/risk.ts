/** The risk service on real PostgreSQL and NATS, with a real executor as the one that has to refuse. */
import { inParts } from './benchmark';
import { measureEvaluation } from './risk-evaluation';
import { measureHalt } from './risk-halt';
import { RiskHarness } from './risk-harness';

export const benchmark = inParts({
  name: 'risk',
  summary: 'condition to latch, latch to refusal with and without NOTIFY, cost of an evaluation',
  parts: { halt: measureHalt, evaluation: measureEvaluation },
  open: () => RiskHarness.open(),
  close: (harness) => harness.close(),
});
