/** The whole stack, as data. A new part of the platform is a new file beside this one and a line here. */

import { OWN_BUILD_TAG } from '@platform/contracts';
import { stopBots } from '../bots';
import { buildServices, buildStandIns, endBundler, type StandIn } from '../build';
import { buildConsole } from '../console/build';
import type { ProcessSpec, Stage } from '../process/spec';
import { TOKEN_HOLDERS, type TokenHolder } from '../secrets';
import { chosenReleases, releasedProcess } from '../service-releases';
import { consoleProcess } from './console';
import type { PreparedContext } from './context';
import { identityProcess, isIdentityLocal } from './identity';
import { natsProcess, prepareBus } from './nats';
import { postgresProcess, prepareDatabase } from './postgres';
import { venueProcess } from './venue';

type Report = (line: string) => void;

/** What trades, and what it stands on. */
export function planStages(context: PreparedContext, report: Report): Stage[] {
  const standIns: [StandIn, ProcessSpec][] = [];
  if (context.venue === 'simulator') standIns.push(['venue', venueProcess(context)]);
  if (hasConsole(context) && isIdentityLocal(context.environment)) {
    standIns.push(['identity', identityProcess(context)]);
  }
  return [
    {
      prepare: async () => {
        await Promise.all([prepareBus(context), buildStandIns(standIns.map(([name]) => name))]);
      },
      processes: [postgresProcess(context), natsProcess(context), ...standIns.map(([, process]) => process)],
    },
    {
      prepare: async () => {
        await Promise.all([prepareDatabase(context, report), buildServices([...TOKEN_HOLDERS, 'bot'])]);
        await endBundler();
      },
      processes: TOKEN_HOLDERS.map((service) => chosenProcess(service, context)),
      // The manager would start them again; the database, which they still need to leave in order, goes after
      // them.
      afterStop: async () => {
        await stopBots(context.home, report);
      },
    },
  ];
}

/** From the release that was last deployed, or else from the platform's own build. */
function chosenProcess(service: TokenHolder, context: PreparedContext): ProcessSpec {
  return releasedProcess(service, context, chosenReleases(context.home)[service] ?? OWN_BUILD_TAG);
}

/**
 * What people look at. Its build takes longest, so it begins here and now; the stage is there when it is
 * done.
 */
export async function planConsole(
  context: PreparedContext,
  report: Report,
  signal: AbortSignal,
): Promise<Stage | undefined> {
  if (!hasConsole(context)) return undefined;
  const program = await buildConsole(context.home, report, signal);
  return { processes: [consoleProcess(program, context)] };
}

/** Tests of the processes below leave it out with SKIP_CONSOLE. */
export function hasConsole({ environment }: Pick<PreparedContext, 'environment'>): boolean {
  return (environment['SKIP_CONSOLE'] ?? '') === '';
}
