/** Publishes to the metrics server where the bots are: one JSON file, replaced whole and only when it changed. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunningInstance, ServiceDiscovery } from '../app/ports';

export class FileServiceDiscovery implements ServiceDiscovery {
  #written = '';

  constructor(private readonly file: string) {}

  /** True when the file had to be written. */
  async publish(instances: readonly RunningInstance[]): Promise<boolean> {
    const listening = instances
      .filter(({ state, address }) => state === 'running' && address !== null)
      .sort((a, b) => (`${a.botId} ${a.slot}` < `${b.botId} ${b.slot}` ? -1 : 1));
    const groups = listening.map(({ botId, slot, imageTag, address }) => ({
      targets: [address],
      labels: { job: 'bot', bot_id: botId, slot, release: imageTag },
    }));
    const text = `${JSON.stringify(groups, null, 2)}\n`;
    if (text === this.#written) return false;
    await mkdir(dirname(this.file), { recursive: true });
    await writeFile(`${this.file}.partial`, text);
    await rename(`${this.file}.partial`, this.file);
    this.#written = text;
    return true;
  }
}
