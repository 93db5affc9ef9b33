/**
 * Starts the whole stack in this process and returns once everything is ready. Whatever an earlier, killed
 * launcher left is stopped first. When a part does not start, everything is stopped again before the fault is
 * thrown; the console and what watches the platform may fail alone, since it trades and can be halted without
 * them.
 *
 * A launcher that takes over from another one (see hand-over.ts) takes the same way and finds running what it
 * would start.
 */
import { type HandingOver, serveControl } from './control';
import { stopLeftovers } from './down';
import { asOperatorFault, OperatorFault } from './fault';
import { type Home, homeFromEnvironment, openHome } from './home';
import { lockHolder, releaseLock, takeLock } from './lock';
import { natsServerBinary } from './nats/binary';
import type { PreparedContext, StackContext } from './plan/context';
import { planConsole, planStages } from './plan/stages';
import { hasWatching, watchingStage } from './plan/watching';
import { portsFromEnvironment, requireFree } from './ports';
import { postgresAccount } from './postgres/account';
import { postgresBinaries } from './postgres/binaries';
import { ensureCluster } from './postgres/cluster';
import { settleLockFile } from './postgres/leftover';
import { haveDatabase, postgresPlace } from './postgres/place';
import type { ProcessSpec } from './process/spec';
import { Supervisor } from './process/supervisor';
import { haveSecrets, loadOrCreateSecrets } from './secrets';
import { ServiceReleases } from './service-releases';
import { readState, removeState, writeState } from './state';
import { venueLine } from './summary';
import { chooseVenue, keepVenue } from './venue-choice';
import { fetchWatching, findWatching, HOW_TO_GET_THEM, type WatchingBinaries } from './watching/binaries';

type Report = (line: string) => void;

export interface StackRun {
  readonly context: StackContext;
  /**
   * Resolves once the services are ready; the console may still be on its way. Never, when they do not get
   * there.
   */
  readonly servicesReady: Promise<void>;
  /**
   * True once everything is ready, false when it was stopped before; rejects after a failed start was cleaned
   * up.
   */
  readonly ready: Promise<boolean>;
  stop(): Promise<void>;
  /**
   * Leaves everything running to another launcher; the function takes that back. Throws OperatorFault where
   * it cannot be done now.
   */
  letGo(): () => Promise<void>;
}

export interface StartOptions {
  /** Another launcher leaves its processes and its lock to this one. */
  readonly isTakingOver?: boolean;
  /** Absent where no other launcher could take over. */
  readonly handOver?: HandingOver;
}

export function startStack(
  environment: NodeJS.ProcessEnv,
  report: Report,
  { isTakingOver = false, handOver }: StartOptions = {},
): StackRun {
  const context = openContext(environment, isTakingOver);
  const { home, ports } = context;
  report(venueLine(context));
  const former = isTakingOver ? readState(home) : undefined;
  const startedAtMs = former?.startedAtMs ?? Date.now();
  const supervisor = new Supervisor(
    home,
    { onChange: (processes) => writeState(home, { startedAtMs, ports, processes }), report },
    former?.processes,
  );
  /** What runs already has its ports. */
  const requirePorts = (processes: readonly ProcessSpec[]) =>
    requireFree(processes.flatMap(({ name, ports: own }) => (supervisor.isInherited(name) ? [] : own)));
  let stopping: Promise<void> | undefined;
  const building = new AbortController();
  let tellServicesReady = () => {};
  const servicesReady = new Promise<void>((resolve) => {
    tellServicesReady = resolve;
  });
  const releases = new ServiceReleases(context, supervisor, report);
  /** Without it the platform runs as well; only its services cannot be replaced while it does. */
  const openControl = async () => {
    try {
      return await serveControl(home, releases, handOver);
    } catch (error) {
      report(`services  cannot be deployed while they run: ${(error as Error).message}`);
      return () => {};
    }
  };
  let closeControl = () => {};
  /** Until then what runs is the former launcher's to stop. */
  let ownsStack = !isTakingOver;
  const stop = async () => {
    building.abort();
    closeControl();
    stopping ??= supervisor.stop().then(() => {
      removeState(home);
      releaseLock(home);
    });
    await stopping;
  };
  const startConsole = async (planned: ReturnType<typeof planConsole>) => {
    try {
      const stage = await planned;
      if (stage === undefined || stopping !== undefined) return;
      await requirePorts(stage.processes);
      await supervisor.start(stage);
    } catch (error) {
      if (stopping !== undefined) return;
      report(`console   is not there: ${(asOperatorFault(error) as Error).message}`);
    }
  };
  const watchWith = async (binaries: WatchingBinaries | string) => {
    try {
      if (stopping !== undefined) return;
      if (typeof binaries === 'string') throw new OperatorFault(`${binaries}: ${HOW_TO_GET_THEM}`);
      const stage = watchingStage(context, binaries, report);
      await requirePorts(stage.processes);
      await supervisor.start(stage);
    } catch (error) {
      if (stopping !== undefined) return;
      report(`watching  is not there, so no alerts are sent: ${(asOperatorFault(error) as Error).message}`);
    }
  };
  /**
   * The start does not wait for a download: what has to be fetched first begins to watch when it is there.
   */
  const startWatching = async () => {
    if (!hasWatching(context)) return;
    const found = findWatching(home.tools);
    if (found !== undefined) await watchWith(found);
    else void fetchWatching(home.tools, report).then(watchWith);
  };
  const start = async () => {
    try {
      const prepared = await prepare(context, report, isTakingOver);
      closeControl = await openControl();
      const stages = planStages(prepared, report);
      await requirePorts(stages.flatMap(({ processes }) => processes));
      const consoleStage = planConsole(prepared, report, building.signal);
      // Awaited further down; until then a failed build must not be an unhandled rejection.
      consoleStage.catch(() => {});
      for (const stage of stages) {
        if (stopping === undefined) await supervisor.start(stage);
      }
      ownsStack = true;
      if (stopping === undefined) tellServicesReady();
      await Promise.all([startWatching(), startConsole(consoleStage)]);
      return stopping === undefined;
    } catch (error) {
      // Once it is being stopped, a start fails in many ways and none of them is a fault.
      if (stopping !== undefined) return false;
      if (ownsStack) await stop();
      else closeControl();
      throw error;
    }
  };
  const letGo = () => {
    const takeBack = supervisor.letGo();
    closeControl();
    return async () => {
      takeBack();
      closeControl = await openControl();
    };
  };
  return { context, servicesReady, ready: start(), stop, letGo };
}

function openContext(environment: NodeJS.ProcessEnv, isTakingOver: boolean): StackContext {
  const venue = chooseVenue(environment);
  const home = homeFromEnvironment(environment);
  const ports = portsFromEnvironment(environment);
  openHome(home);
  if (!isTakingOver) takeLock(home);
  else if (lockHolder(home)?.pid !== process.pid) {
    throw new OperatorFault(`The launcher of ${home.root} has handed nothing over to this one.`);
  }
  try {
    keepVenue(home, venue);
    return { home, ports, secrets: openSecrets(home), venue, environment };
  } catch (error) {
    if (!isTakingOver) releaseLock(home);
    throw error;
  }
}

/** New secrets would lock us out of an existing database, so they are only made together with it. */
function openSecrets(home: Home) {
  if (haveDatabase(home) && !haveSecrets(home)) {
    throw new OperatorFault(
      `${home.secrets} is missing but the database in ${home.postgres} needs its passwords: restore it, or move both away to start afresh.`,
    );
  }
  return loadOrCreateSecrets(home);
}

async function prepare(
  context: StackContext,
  report: Report,
  isTakingOver: boolean,
): Promise<PreparedContext> {
  const { home, secrets } = context;
  if (!isTakingOver) await stopLeftovers(home, report);
  const account = postgresAccount();
  const postgres = postgresBinaries(account);
  const directory = postgresPlace(home, account);
  if (!haveDatabase(home)) report('making the database');
  const postgresData = ensureCluster({
    directory,
    account,
    binaries: postgres,
    adminPassword: secrets.databaseAdminPassword,
    durable: true,
  });
  if (!isTakingOver) await settleLockFile(postgresData);
  const nats = await natsServerBinary(home.tools, report);
  return { ...context, account, postgres, postgresData, nats };
}
