import type { dataRoutes } from '@platform/contracts';
import { failure, type Handlers } from '@platform/service-kit';
import type { SourceBoard } from '../app/source-board';
import { queried } from './market-handlers';

export function sourceHandlers(board: SourceBoard): Handlers<typeof dataRoutes> {
  return {
    sourcesHealth: () => ({ sources: board.health() }),
    unquarantineSource: async ({ params: { name } }) => {
      const known = await queried(() => board.unquarantine(name));
      if (!known) throw failure('DATA_SOURCE_NOT_FOUND', `there is no source called ${name}`, 'name');
      return { status: 'unquarantined', name };
    },
  };
}
