/** The whole stack, as data. A new part of the platform is a new file beside this one and a line here. */
import { buildServices, buildVenue, endBundler } from '../build';
import type { Stage } from '../process/spec';
import { TOKEN_HOLDERS } from '../secrets';
import type { PreparedContext } from './context';
import { natsProcess, prepareBus } from './nats';
import { postgresProcess, prepareDatabase } from './postgres';
import { serviceProcess } from './services';
import { isVenueSimulated, venueProcess } from './venue';

export function planStages(context: PreparedContext, report: (line: string) => void): Stage[] {
  const isSimulated = isVenueSimulated(context.environment);
  return [
    {
      prepare: async () => {
        await Promise.all([prepareBus(context), ...(isSimulated ? [buildVenue()] : [])]);
      },
      processes: [
        postgresProcess(context),
        natsProcess(context),
        ...(isSimulated ? [venueProcess(context)] : []),
      ],
    },
    {
      prepare: async () => {
        await Promise.all([prepareDatabase(context, report), buildServices([...TOKEN_HOLDERS, 'bot'])]);
        await endBundler();
      },
      processes: TOKEN_HOLDERS.map((service) => serviceProcess(service, context)),
    },
  ];
}
