/**
 * Subjects, durable consumers and message ids of the bus. A message id is derived from what the message is
 * about, so that publishing it twice within the broker's window is harmless; beyond the window consumers
 * deduplicate by the same id.
 */
import type { Timeframe } from '@platform/core';
import type { BusUser } from '../services';
import type { Breaker } from '../vocabulary/risk';
import type { Market, Network } from '../vocabulary/trading';

export const BUS_STREAM = {
  name: 'PLATFORM',
  retentionHours: 168,
  subjects: ['market.>', 'intents.>', 'risk.>', 'trading.>'],
} as const;

export const KLINES_SUBJECTS = 'market.klines.>';
export const INTENTS_SUBJECT = 'intents.executor';
export const RISK_EVENTS_SUBJECTS = 'risk.events.>';

export function klineSubject(market: Market, symbol: string, timeframe: Timeframe): string {
  return `market.klines.exchange.${market}.${symbol.toLowerCase()}.${timeframe}`;
}

/** `latch` carries engagements and resumes of the halt latch, a breaker's name its changes of state. */
export function riskEventSubject(about: Breaker | 'latch'): string {
  return `risk.events.${about}`;
}

export function fillsSubject(botId: string): string {
  return `trading.fills.${botId}`;
}

/** Published once, on the first successful warm-up; not part of the stream. */
export function warmupTopic(botId: string): string {
  return `bot:${botId}:warmup`;
}

/**
 * Where answers to a user's requests arrive, JetStream's deliveries included. No other user may listen there.
 */
export function inboxPrefix(user: BusUser): string {
  return `_INBOX_${user}`;
}

/**
 * The work queue of experiments. Trials are handed out in chunks, each under a subject of its own: what waits
 * or is being worked on cannot be queued twice. Inputs are what a worker computes from. Consumers of chunks
 * are named by the digest of the code that takes them.
 */
export const TRIAL_STREAMS = {
  chunks: { name: 'TRIAL_CHUNKS', subjects: 'trials.chunks' },
  inputs: { name: 'TRIAL_INPUTS', subjects: 'trials.inputs' },
  results: { name: 'TRIAL_RESULTS', subjects: 'trials.results' },
} as const;
export const MANAGER_TRIALS_DURABLE = 'manager-trials';

/** With '*' for the code: of all code that it was ever offered to. */
export function trialChunkSubject(codeDigest: string, experimentId: string, chunk: number | '*'): string {
  return `${TRIAL_STREAMS.chunks.subjects}.${codeDigest}.${experimentId}.${chunk}`;
}

export function trialInputSubject(experimentId: string, piece: number | '*'): string {
  return `${TRIAL_STREAMS.inputs.subjects}.${experimentId}.${piece}`;
}

export function trialResultSubject(experimentId: string, chunk: number): string {
  return `${TRIAL_STREAMS.results.subjects}.${experimentId}.${chunk}`;
}

export const EXECUTOR_INTENTS_DURABLE = 'executor-default';
export const MANAGER_RISK_DURABLE = 'manager-risk';

/** A shadow reads beside the bot: through the bot's own consumer each would get a part of the bars. */
export function botKlinesDurable(
  botId: string,
  symbol: string,
  timeframe: Timeframe,
  isShadow = false,
): string {
  return `bot-${botId}-${symbol.toLowerCase()}-${timeframe}-klines${isShadow ? '-shadow' : ''}`;
}

export function klineMessageId(
  market: Market,
  symbol: string,
  timeframe: Timeframe,
  openTimeMs: number,
): string {
  return `kline:${market}:${symbol}:${timeframe}:${openTimeMs}`;
}

export function intentMessageId(intentId: string): string {
  return intentId;
}

export function fillMessageId(network: Network, symbol: string, tradeId: string): string {
  return `fill:${network}:${symbol}:${tradeId}`;
}

export function riskEventMessageId(eventId: string): string {
  return `risk:${eventId}`;
}
