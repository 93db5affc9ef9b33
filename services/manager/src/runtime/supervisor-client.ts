/**
 * The supervisor of the embedded platform, over its control socket. A socket that others could open is not
 * spoken to.
 */
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  type DeployableService,
  type SupervisedService,
  type SupervisorRefusal,
  socketFault,
} from '@platform/contracts';
import type { ServiceRuntime } from '../app/ports';

const TIMEOUT_MS = 5_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export class SupervisorClient implements ServiceRuntime {
  constructor(private readonly socket: string) {}

  async list(): Promise<readonly SupervisedService[]> {
    const { body } = accepted(await this.ask('GET', '/services'));
    return body as SupervisedService[];
  }

  async refusal(service: DeployableService, tag: string): Promise<string | null> {
    const answer = await this.ask('GET', `/services/${service}/releases/${encodeURIComponent(tag)}`);
    if (answer.status === 409) return messageOf(answer);
    accepted(answer);
    return null;
  }

  async replace(service: DeployableService, tag: string, deployId: string, mayDrain: boolean): Promise<void> {
    const body = { deploy_id: deployId, release: tag, may_drain: mayDrain };
    accepted(await this.ask('POST', `/services/${service}/replacement`, body));
  }

  private async ask(method: string, path: string, body?: object): Promise<Answer> {
    const found = await stat(this.socket);
    const fault = socketFault(
      { uid: found.uid, mode: found.mode, isSocket: found.isSocket() },
      process.getuid!(),
    );
    if (fault !== null) throw new Error(`the control socket of the supervisor is not used: ${fault}`);
    return new Promise((resolve, reject) => {
      const asked = request(
        { socketPath: this.socket, method, path, headers: { 'content-type': 'application/json' } },
        (response) => {
          json(response).then(
            (answer) => resolve({ status: response.statusCode ?? 0, body: answer }),
            reject,
          );
        },
      );
      asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('the supervisor does not answer')));
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(messageOf(answer));
}

function messageOf({ status, body }: Answer): string {
  return (body as SupervisorRefusal | null)?.message ?? `the supervisor answers ${status}`;
}
