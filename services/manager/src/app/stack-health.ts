/**
 * How the other services are, asked every few seconds. One that does not answer is down, one that answers
 * with conditions is degraded; each change of a service's state is counted and dated. A peer that is down
 * shows in the manager's own health.
 */
import { type HealthResponse, type managerMetrics, SERVICES, type ServiceView } from '@platform/contracts';
import type { Instruments, Time } from '@platform/service-kit';

export type PeerName = Exclude<ServiceView['service'], 'manager' | 'bot'>;
type Metrics = Pick<Instruments<typeof managerMetrics>, 'stackHealthProbes' | 'stackHealthTransitions'>;

export class StackHealth {
  private readonly viewByService = new Map<string, ServiceView>();

  constructor(
    private readonly peers: Readonly<Record<PeerName, string | undefined>>,
    private readonly own: { readonly version: string; readonly release: string },
    private readonly metrics: Metrics,
    private readonly time: Time,
    /** Undefined without an answer, or when another program answers. */
    private readonly askHealth: (url: string) => Promise<HealthResponse | undefined>,
  ) {}

  isPeerDown(): boolean {
    return [...this.viewByService.values()].some(({ state }) => state === 'down');
  }

  /** Bots are many and have a status each; here stand the services there is one of. */
  views(): ServiceView[] {
    return SERVICES.filter((service) => service !== 'bot').map(
      (service) => this.viewByService.get(service) ?? this.unseen(service),
    );
  }

  urlOf(service: ServiceView['service']): string | undefined {
    return service in this.peers ? this.peers[service as PeerName] : undefined;
  }

  async probeAll(): Promise<void> {
    const configured = Object.entries(this.peers).filter(([, url]) => url !== undefined);
    await Promise.all(configured.map(([service, url]) => this.probe(service as PeerName, url!)));
  }

  private async probe(service: PeerName, url: string): Promise<void> {
    const startedMs = this.time.monotonicMs();
    const answer = await this.askHealth(url);
    const state = answer === undefined || answer.status === 'fatal' ? 'down' : stateOf(answer);
    const before = this.viewByService.get(service);
    const checkedAt = new Date(this.time.nowMs()).toISOString();
    const isChange = before?.state !== state;
    this.metrics.stackHealthProbes.inc({ service, outcome: state });
    if (isChange) this.metrics.stackHealthTransitions.inc({ service, state });
    this.viewByService.set(service, {
      service,
      state,
      version: answer?.version ?? null,
      degraded: answer?.degraded ?? [],
      // Older releases do not report theirs.
      release: answer?.release ?? null,
      roundTripMs: answer === undefined ? null : this.time.monotonicMs() - startedMs,
      checkedAt,
      since: isChange ? checkedAt : before.since,
    });
  }

  private unseen(service: ServiceView['service']): ServiceView {
    const isSelf = service === 'manager';
    const state = isSelf ? 'up' : 'unconfigured';
    const { version, release } = isSelf ? this.own : { version: null, release: null };
    const unknown = { roundTripMs: null, checkedAt: null, since: null };
    return { service, state, version, release, degraded: [], ...unknown };
  }
}

function stateOf({ degraded }: HealthResponse): 'up' | 'degraded' {
  return degraded.length === 0 ? 'up' : 'degraded';
}
