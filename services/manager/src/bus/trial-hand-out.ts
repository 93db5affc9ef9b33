/**
 * Experiments on the bus. The input goes up in pieces, the list of them last: a worker that finds it finds
 * everything.
 */
import { createHash } from 'node:crypto';
import type { TrialQueue } from '@platform/service-kit';
import type { InputPlace, RunningExperiment, TrialHandOut } from '../app/ports';
import { type ChunkHeader, encodeFrame, FIRST_PIECE, MANIFEST_PIECE } from '../app/trial-messages';

/** A message may have 1 MiB. */
const PIECE_BYTES = 512 * 1024;

export class BusHandOut implements TrialHandOut {
  constructor(
    private readonly queue: TrialQueue,
    private readonly codeDigest: string,
  ) {}

  ensure(): Promise<void> {
    return this.queue.ensure(this.codeDigest);
  }

  async publishInput(experimentId: string, input: () => Promise<Uint8Array>): Promise<InputPlace> {
    const known = await this.queue.input(experimentId, MANIFEST_PIECE);
    if (known !== undefined) return JSON.parse(Buffer.from(known).toString()) as InputPlace;
    const bytes = await input();
    const pieces = Math.ceil(bytes.byteLength / PIECE_BYTES);
    for (let piece = 0; piece < pieces; piece++) {
      const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
      await this.queue.putInput(experimentId, FIRST_PIECE + piece, part);
    }
    const place = { pieces, inputDigest: createHash('sha256').update(bytes).digest('hex') };
    await this.queue.putInput(experimentId, MANIFEST_PIECE, Buffer.from(JSON.stringify(place)));
    return place;
  }

  async offer(
    { id, chunkSize, trialCount }: RunningExperiment,
    chunk: number,
    place: InputPlace,
  ): Promise<void> {
    const first = chunk * chunkSize;
    const header: ChunkHeader = {
      experimentId: id,
      codeDigest: this.codeDigest,
      chunk,
      first,
      count: Math.min(chunkSize, trialCount - first),
      ...place,
    };
    await this.queue.offer(this.codeDigest, id, chunk, encodeFrame(header, []));
  }

  withdraw(experimentId: string): Promise<void> {
    return this.queue.withdraw(experimentId);
  }
}
