/**
 * What a strategy is written with: all that a file in the folder of one's own strategies may import, besides
 * typebox.
 */
export type { BarSeries } from '@platform/core';
export { RollingMoments, RollingSum } from '@platform/core';
export { defineStrategy, fault } from './define-strategy';
export { heldTarget } from './held';
export { Ema } from './indicators/ema';
export { trueRange, WilderMean } from './indicators/wilder';
export { decimal, integer, strategyParams } from './params';
export type { CommonParams, Evaluator, EvaluatorState, MarketSeries, RunEvaluator, Target } from './types';
