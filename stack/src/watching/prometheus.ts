/**
 * Prometheus' configuration: the services at their ports, the bots from the file that the manager writes, and
 * the watchers themselves.
 */
import { join } from 'node:path';
import { managerDirectory } from '../bots';
import type { Home } from '../home';
import type { Ports } from '../ports';
import { REPOSITORY } from '../repository';
import { TOKEN_HOLDERS } from '../secrets';

export const RULES_FILE = join(REPOSITORY, 'deploy', 'prometheus', 'rules.yml');

/** A process that exposes more than this has a defect, and must not fill the disk with it. */
const LIMITS = {
  sample_limit: 20_000,
  label_limit: 30,
  label_name_length_limit: 200,
  label_value_length_limit: 1_000,
};

/** JSON, which is YAML too. */
export function renderPrometheus(home: Home, ports: Ports): string {
  const target = (job: string, port: number) => ({
    job_name: job,
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    ...LIMITS,
  });
  const configuration = {
    global: { scrape_interval: '5s', scrape_timeout: '3s', evaluation_interval: '5s' },
    rule_files: [RULES_FILE],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${ports.alertmanager}`] }] }] },
    scrape_configs: [
      ...TOKEN_HOLDERS.map((service) => target(service, ports[service])),
      target('prometheus', ports.prometheus),
      target('alertmanager', ports.alertmanager),
      {
        job_name: 'bot',
        file_sd_configs: [
          { files: [join(managerDirectory(home), 'file_sd', '*.json')], refresh_interval: '5s' },
        ],
        ...LIMITS,
      },
    ],
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
}
