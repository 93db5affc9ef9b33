/**
 * Publishes to the metrics server where the bots are: one JSON file, replaced whole and only when it changed.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PublishInstances } from '../app/ports';

export function publishToFile(file: string): PublishInstances {
  let written = '';
  return async (instances) => {
    const listening = instances
      .filter(({ state, address }) => state === 'running' && address !== null)
      .sort((a, b) => (`${a.botId} ${a.slot}` < `${b.botId} ${b.slot}` ? -1 : 1));
    const groups = listening.map(({ botId, slot, imageTag, address }) => ({
      targets: [address],
      labels: { job: 'bot', bot_id: botId, slot, release: imageTag },
    }));
    const text = `${JSON.stringify(groups, null, 2)}\n`;
    if (text === written) return false;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.partial`, text);
    await rename(`${file}.partial`, file);
    written = text;
    return true;
  };
}
