/**
 * A grade from A (no gap, real funding, a real estimate of slippage) to F, and the reasons for it. An F for
 * want of data is a refusal unless partial data is asked for: figures of a span that was hardly there must
 * not pass for figures of the span.
 */
import { COVERAGE_GRADES, type CoverageGrade, type SlippageSource } from '@platform/contracts';

/** The least share for each grade but F. */
const LEAST_TRADED = { A: 1, B: 0.99, C: 0.97, D: 0.9 } as const;
const LEAST_FUNDED = { A: 1, B: 0.99, C: 0.9, D: 0.5 } as const;

export interface CoverageFacts {
  readonly askedFromMs: number;
  readonly askedToMs: number;
  /**
   * Open of the first bar that could be traded and close of the last; null when the warm-up took everything.
   */
  readonly usedFromMs: number | null;
  readonly usedToMs: number | null;
  /** Whole bars of the span asked for. */
  readonly barsExpected: number;
  readonly barsFound: number;
  readonly barsMissing: number;
  /** Bars that the strategy warms up with, the first one it decides on included. */
  readonly warmupBars: number;
  /** Bars of the span that only warmed up, because too few were known before it. */
  readonly warmupBarsEaten: number;
  /** Gaps between the first bar given and the span. */
  readonly warmupBarsMissing: number;
  /**
   * Bars that should have had a counterpart in each further series (spot, pair), and those of the thinnest
   * that had one.
   */
  readonly auxiliaryBarsExpected: number;
  readonly auxiliaryBarsFound: number;
  /** Whether settlements were given at all. */
  readonly fundingGiven: boolean;
  /** Eight-hour windows that begin in the span used, and those with a settlement. */
  readonly settlementsExpected: number;
  readonly settlementsFound: number;
  readonly slippageBps: number;
  readonly slippageSource: SlippageSource;
}

interface Finding {
  readonly grade: CoverageGrade;
  readonly reason: string;
}

export function judge(facts: CoverageFacts): { grade: CoverageGrade; reasons: readonly string[] } {
  const findings = [
    ...missingBars(facts),
    ...warmup(facts),
    ...auxiliary(facts),
    ...funding(facts),
    ...slippage(facts),
  ];
  const worst = findings.reduce((place, { grade }) => Math.max(place, COVERAGE_GRADES.indexOf(grade)), 0);
  return { grade: COVERAGE_GRADES[worst]!, reasons: findings.map(({ reason }) => reason) };
}

export interface Refusal {
  /** Which end of the span the data falls short of. */
  readonly end: 'from' | 'to';
  readonly message: string;
}

/**
 * Why there is too little data for figures of the span; `consent` is how the caller says that it shall be run
 * all the same.
 */
export function refusalOf(facts: CoverageFacts, consent: string): Refusal | null {
  const lacks = lackOf(facts);
  if (lacks === null) return null;
  const { askedFromMs, askedToMs, usedFromMs, usedToMs } = facts;
  const available = usedFromMs === null || usedToMs === null ? 'none of it' : span(usedFromMs, usedToMs);
  const isLateStart =
    usedFromMs === null || usedToMs === null || usedFromMs - askedFromMs >= askedToMs - usedToMs;
  return {
    end: isLateStart ? 'from' : 'to',
    message:
      `${lacks.what}. Asked: ${span(askedFromMs, askedToMs)}; can be traded: ${available}. ` +
      `${lacks.remedy}, or ask for it as it is with ${consent}`,
  };
}

function lackOf(facts: CoverageFacts): { what: string; remedy: string } | null {
  const { barsExpected, warmupBars, warmupBarsEaten, auxiliaryBarsExpected } = facts;
  if (barsExpected === 0) {
    return { what: 'the span is shorter than one bar', remedy: 'Ask for a longer span' };
  }
  if (tradedShare(facts) < LEAST_TRADED.D) {
    const eaten =
      warmupBarsEaten === 0
        ? ''
        : `, and ${warmupBarsEaten} of them only warm up, because fewer than ${warmupBars - 1} bars are known before the span`;
    return {
      what: `${facts.barsFound} of the ${barsExpected} bars of the span are there${eaten}`,
      remedy: 'Fill the history with a backfill, ask for the span that can be traded',
    };
  }
  if (auxiliaryBarsExpected > 0 && facts.auxiliaryBarsFound / auxiliaryBarsExpected < LEAST_TRADED.D) {
    return {
      what: `${facts.auxiliaryBarsFound} of the ${auxiliaryBarsExpected} bars of a further series are there`,
      remedy: 'Fill its history with a backfill, ask for a span that it covers',
    };
  }
  if (facts.fundingGiven && fundedShare(facts) < LEAST_FUNDED.D) {
    return {
      what: `${facts.settlementsFound} of the ${facts.settlementsExpected} funding settlements of the span are known`,
      remedy: 'Fill funding with a backfill, ask for a span that it covers',
    };
  }
  return null;
}

function missingBars(facts: CoverageFacts): Finding[] {
  const { barsExpected, barsMissing } = facts;
  if (barsExpected === 0) return [{ grade: 'F', reason: 'The span is shorter than one bar.' }];
  if (barsMissing === 0) return [];
  const reason = `${barsMissing} of ${barsExpected} bars of the span are missing; nothing was filled in.`;
  return [{ grade: gradeOf(facts.barsFound / barsExpected, LEAST_TRADED), reason }];
}

function warmup(facts: CoverageFacts): Finding[] {
  const { warmupBarsEaten, warmupBarsMissing, barsExpected } = facts;
  const findings: Finding[] = [];
  if (warmupBarsEaten > 0) {
    const reason = `The first ${warmupBarsEaten} bars of the span only warmed up: too few bars were known before it.`;
    findings.push({ grade: gradeOf(tradedShare(facts), LEAST_TRADED), reason });
  }
  if (barsExpected > 0 && warmupBarsMissing > 0) {
    findings.push({
      grade: 'B',
      reason: `${warmupBarsMissing} bars are missing among those before the span.`,
    });
  }
  return findings;
}

function auxiliary({ auxiliaryBarsExpected, auxiliaryBarsFound }: CoverageFacts): Finding[] {
  if (auxiliaryBarsFound === auxiliaryBarsExpected) return [];
  const reason = `${auxiliaryBarsExpected - auxiliaryBarsFound} of ${auxiliaryBarsExpected} bars of a further series are missing.`;
  return [{ grade: gradeOf(auxiliaryBarsFound / auxiliaryBarsExpected, LEAST_TRADED), reason }];
}

function funding(facts: CoverageFacts): Finding[] {
  const { settlementsExpected, settlementsFound, fundingGiven } = facts;
  if (settlementsFound === settlementsExpected) return [];
  const reason = fundingGiven
    ? `${settlementsExpected - settlementsFound} of ${settlementsExpected} funding settlements are unknown: their funding is missing from the costs.`
    : 'No funding settlements were given: funding is missing from the costs.';
  return [{ grade: gradeOf(fundedShare(facts), LEAST_FUNDED), reason }];
}

function slippage(facts: CoverageFacts): Finding[] {
  switch (facts.slippageSource) {
    case 'estimate':
      return [];
    case 'default':
      return [
        {
          grade: 'B',
          reason: `There is no estimate of slippage for this symbol: ${facts.slippageBps} bps were assumed.`,
        },
      ];
    case 'given':
      return [];
    case 'given_below_estimate':
      return [
        {
          grade: 'C',
          reason: `Slippage of ${facts.slippageBps} bps was given, less than the platform expects for this symbol.`,
        },
      ];
  }
}

/** Bars that could be traded, of those asked for. */
function tradedShare({ barsFound, warmupBarsEaten, barsExpected }: CoverageFacts): number {
  return barsExpected === 0 ? 0 : (barsFound - warmupBarsEaten) / barsExpected;
}

function fundedShare({ settlementsFound, settlementsExpected }: CoverageFacts): number {
  return settlementsExpected === 0 ? 1 : settlementsFound / settlementsExpected;
}

function gradeOf(share: number, least: Readonly<Record<'A' | 'B' | 'C' | 'D', number>>): CoverageGrade {
  return (['A', 'B', 'C', 'D'] as const).find((grade) => share >= least[grade]) ?? 'F';
}

function span(fromMs: number, toMs: number): string {
  return `${minute(fromMs)} to ${minute(toMs)} UTC`;
}

/** Times may be any number that a request holds. */
function minute(timeMs: number): string {
  const time = new Date(timeMs);
  return Number.isNaN(time.getTime()) ? String(timeMs) : time.toISOString().slice(0, 16).replace('T', ' ');
}
