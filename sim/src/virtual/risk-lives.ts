/** The real risk engine, composed as in production, life after life. */

import type { Access } from '@platform/executor/core';
import {
  composeRisk,
  EVALUATION_MS,
  memoryRisk,
  type RiskTables,
  type Surroundings,
} from '@platform/risk/core';
import type { PlantedBug } from '../planted/planted-bug';
import type { Draws } from '../schedule/random';
import type { VirtualBus } from './bus';
import { chanceOf } from './chance';
import type { VirtualPostgres } from './database';
import type { Life } from './life';
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

/** As in production: lost with the connection, and with any statement on it that fails. */
export function leaderLease(
  postgres: VirtualPostgres,
  life: Life,
  access: Access,
): Surroundings['leaderLease'] {
  let silentMs = 0;
  let isHeld = false;
  const session = postgres.lockSession(life, access, 'evaluator', () => silentMs);
  const release = () => {
    isHeld = false;
    session.end();
  };
  return {
    async renew(intervalMs) {
      silentMs = intervalMs + EVALUATION_MS;
      try {
        if (isHeld) await session.renew();
        else isHeld = await session.take();
        return isHeld;
      } catch (error) {
        release();
        throw error;
      }
    },
    release,
  };
}

export function riskLives(parts: RiskParts): ServiceLives {
  const { tables, postgres, draws, bug } = parts;
  const compose = async ({ life, lifecycle, errors, tasks }: Kit) => {
    const access = postgres.accessFor(life, () => undefined);
    await postgres.untilReached(life, access);
    const chance = chanceOf(draws);
    const stores = memoryRisk(tables, chance, life, access);
    const surroundings = {
      errors,
      lifecycle,
      tasks,
      time: life,
      ...stores,
      bus: parts.bus.publisherFor(life),
      leaderLease: leaderLease(postgres, life, access),
      listener: { applied: () => undefined, judged: () => undefined, failed: () => undefined },
      onLease: () => undefined,
      onTick: () => undefined,
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
