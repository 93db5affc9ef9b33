/** Receivers of our own, one of each kind: what reaches them is kept, and they answer as the test says. */
import { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { Readable } from 'node:stream';
import type { AlertSettings } from '@platform/stack';
import { shownByNtfy } from './ntfy';

export interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** What ntfy makes of it. */
  readonly shown: string | undefined;
}

/**
 * refuse, forbid and defer: an answer of 500, 403 and 429. hollow: lists of objects that say nothing.
 * endless: an answer that begins well and never ends.
 */
export type Behaviour = keyof typeof STATUSES | 'hang' | 'hollow' | 'endless';

const STATUSES = { take: 202, refuse: 500, forbid: 403, defer: 429 };

export class HttpReceiver {
  readonly received: Received[] = [];
  /** Requests that were refused or left hanging count too. */
  requests = 0;
  behaviour: Behaviour = 'take';

  private constructor(private readonly server: Server) {}

  static async open(port = 0): Promise<HttpReceiver> {
    const server = createServer();
    const receiver = new HttpReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.requests += 1;
        if (receiver.behaviour === 'hang') return;
        if (receiver.behaviour === 'hollow') {
          response.end(request.url?.startsWith('/api/v1/') ? '{"data":{"result":[{}]}}' : '[{}]');
          return;
        }
        if (receiver.behaviour === 'endless') {
          Readable.from(endless()).pipe(response);
          return;
        }
        const body = Buffer.concat(chunks).toString();
        const path = request.url ?? '';
        const query = new URL(path, 'http://receiver').searchParams;
        const shown = query.has('template') ? shownByNtfy(query, body) : undefined;
        const isUnsound = query.has('template') ? shown === undefined : isRefusedByPagerDuty(body);
        if (receiver.behaviour === 'take' && !isUnsound)
          receiver.received.push({ path, authorization: request.headers.authorization, body, shown });
        const status = isUnsound ? 400 : STATUSES[receiver.behaviour];
        // What Telegram, PagerDuty and Slack answer, in one.
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end('{"ok":true,"status":"success","result":{"message_id":1,"chat":{"id":1}}}');
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function isRefusedByPagerDuty(body: string): boolean {
  const severity = /"routing_key".*"severity":"([^"]*)"/s.exec(body)?.[1];
  return severity !== undefined && !['critical', 'error', 'warning', 'info'].includes(severity);
}

function* endless(): Generator<string> {
  yield '[';
  for (;;) yield '{},'.repeat(20_000);
}

/** Enough of SMTP to be handed a mail. */
export class MailReceiver {
  readonly mails: string[] = [];

  private constructor(
    private readonly server: TcpServer,
    private readonly sockets: Set<Socket>,
  ) {}

  static async open(): Promise<MailReceiver> {
    const server = createTcpServer();
    const receiver = new MailReceiver(server, new Set());
    server.on('connection', (socket) => receiver.serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    let pending = '';
    let mail: string[] | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test ESMTP');
    socket.on('data', (chunk: Buffer) => {
      const lines = (pending + chunk.toString()).split('\r\n');
      pending = lines.pop()!;
      for (const line of lines) {
        if (mail !== undefined) {
          if (line !== '.') mail.push(line);
          else {
            this.mails.push(mail.join('\n'));
            mail = undefined;
            say('250 taken');
          }
        } else if (/^DATA/i.test(line)) {
          mail = [];
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  }
}

/** Every kind, named after itself, all at the same receiver but for mail. */
export function receiversAt(http: HttpReceiver, mail: MailReceiver): AlertSettings['receivers'] {
  const all = 'all' as const;
  return [
    {
      name: 'webhook/desk',
      kind: 'webhook',
      severity: all,
      values: { url: `${http.url}/webhook`, token: 'hook-token' },
    },
    {
      name: 'email/desk',
      kind: 'email',
      severity: all,
      values: { to: 'night@example.org', from: 'p@example.org', smarthost: mail.address, require_tls: false },
    },
    {
      name: 'telegram/desk',
      kind: 'telegram',
      severity: all,
      values: { bot_token: '123:secret', chat_id: 42, api_url: http.url },
    },
    {
      name: 'slack/desk',
      kind: 'slack',
      severity: all,
      values: { url: `${http.url}/slack`, channel: '#desk' },
    },
    {
      name: 'pagerduty/desk',
      kind: 'pagerduty',
      severity: all,
      values: { routing_key: 'routing-key', api_url: `${http.url}/pagerduty` },
    },
    {
      name: 'ntfy/phone',
      kind: 'ntfy',
      severity: 'critical',
      values: { url: `${http.url}/topic`, token: 'tk_1' },
    },
  ];
}
