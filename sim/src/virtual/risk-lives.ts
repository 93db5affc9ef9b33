/** The real risk engine, composed as in production, life after life. */
import { composeRisk, memoryRisk, type RiskTables } from '@platform/risk/core';
import type { PlantedBug } from '../planted/planted-bug';
import type { Draws } from '../schedule/random';
import type { VirtualBus } from './bus';
import { chanceOf } from './chance';
import type { VirtualPostgres } from './database';
import type { Scheduler } from './scheduler';
import { type Kit, ServiceLives } from './service-lives';

export interface RiskParts {
  readonly scheduler: Scheduler;
  readonly tables: RiskTables;
  readonly postgres: VirtualPostgres;
  readonly bus: VirtualBus;
  readonly draws: Draws;
  readonly bug: PlantedBug | undefined;
  wallMs(): number;
  log(line: string): void;
}

export function riskLives(parts: RiskParts): ServiceLives {
  const { tables, postgres, draws, bug } = parts;
  const compose = async ({ life, lifecycle, errors, tasks }: Kit) => {
    const access = postgres.accessFor(life, () => undefined);
    await postgres.untilReached(life, access);
    const chance = chanceOf(draws);
    const stores = memoryRisk(tables, chance, life, access);
    const surroundings = {
      ...{ errors, lifecycle, tasks, time: life, ...stores },
      bus: parts.bus.publisherFor(life),
      turn: { renew: () => access('turn.renew', () => true), release: () => undefined },
      listener: { applied: () => undefined, judged: () => undefined, failed: () => undefined },
      ...{ onTurn: () => undefined, onTick: () => undefined },
    };
    const { loop, relay, start } = composeRisk(
      bug?.plantInRisk?.({ tables, chance, time: life, access }, surroundings) ?? surroundings,
    );
    postgres.listen(life, (channel) => {
      if (channel === 'halt' || channel === 'gap') loop.wake();
      if (channel === 'outbox' || channel === 'gap') relay.wake();
    });
    start();
  };
  return new ServiceLives({ ...parts, service: 'risk', compose });
}
