/** Reads a replay file from disk, gzipped or not. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseReplayCsv, type ReplayBars } from './domain/market/csv';

export function readReplayFile(path: string): ReplayBars {
  const bytes = readFileSync(path);
  return parseReplayCsv((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
