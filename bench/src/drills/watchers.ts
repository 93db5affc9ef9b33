/** What watches, and what takes its messages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchedStack } from '../watching-harness';
import { all, atOnce, type Drill, late, thenBreak } from './drill';
import { hangs } from './processes';

interface PrometheusConfiguration {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly { readonly job_name: string }[];
}

/** Two jobs on both sides of a product, and nothing that says which belong together. */
const UNSOUND_RULES = 'groups: [{ name: drill, rules: [{ record: drill, expr: up * on () up }] }]\n';

export const changedConfiguration: Drill = {
  what: 'the configuration of Prometheus is changed by hand',
  raises: [atOnce('RulesFail'), late('NotScraped', { job: 'data' })],
  break: async (stack) => {
    const directory = join(stack.home, 'watching');
    const file = join(directory, 'prometheus.json');
    const own = readFileSync(file, 'utf8');
    const { rule_files, scrape_configs, ...rest } = JSON.parse(own) as PrometheusConfiguration;
    const unsound = join(directory, 'unsound.yml');
    writeFileSync(unsound, UNSOUND_RULES);
    const changed = JSON.stringify({
      ...rest,
      rule_files: [...rule_files, unsound],
      scrape_configs: scrape_configs.filter(({ job_name }) => job_name !== 'data'),
    });
    return await thenBreak(
      () => reload(stack, file, own),
      () => reload(stack, file, changed),
    );
  },
};

async function reload(stack: WatchedStack, file: string, text: string): Promise<void> {
  writeFileSync(file, text);
  process.kill(await stack.pid('prometheus'), 'SIGHUP');
}

/** Fails with the first message that is due: something must be broken for there to be one. */
export const refusingReceiver: Drill = {
  what: 'another receiver refuses',
  raises: [late('NotificationsFail')],
  break: async (stack) => {
    const repair = await hangs('data')(stack);
    stack.refuse(true);
    return all(() => stack.refuse(false), repair);
  },
};

export const silentAlertmanager: Drill = {
  what: 'Alertmanager does not answer',
  raises: [{ ...late('AlertmanagerDown'), isUnsendable: true }],
  break: hangs('alertmanager'),
};
