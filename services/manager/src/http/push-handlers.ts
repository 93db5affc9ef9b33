/** Browsers that are notified of alerts: who they are, coming and going, and one test message each. */
import type { managerRoutes } from '@platform/contracts';
import { type Failure, failure, type Handlers } from '@platform/service-kit';
import type { PushService } from '../app/ports';
import type { PushNotifications } from '../app/push-notifications';
import type { PushStore } from '../store/push-subscriptions';
import { notFound, operatorActionOf } from './request';

export interface PushHandlerParts {
  readonly store: PushStore;
  /** Undefined where the manager has no key to sign with. */
  readonly push:
    | {
        readonly service: Pick<PushService, 'publicKey' | 'refusal'>;
        readonly notifications: Pick<PushNotifications, 'test'>;
      }
    | undefined;
}

export function pushHandlers({ store, push }: PushHandlerParts) {
  return {
    pushSubscriptions: async () => ({
      publicKey: push?.service.publicKey ?? null,
      items: (await store.rows()).map((row) => ({
        id: row.id,
        owner: row.owner,
        service: new URL(row.endpoint).host,
        createdAt: row.created_at.toISOString(),
        takenAt: row.taken_at?.toISOString() ?? null,
        failure: row.failure,
      })),
    }),
    subscribePush: async (request) => {
      if (push === undefined) throw notSetUp();
      const refusal = push.service.refusal(request.body);
      if (refusal !== null) throw failure('MANAGER_INVALID_REQUEST', refusal.message, refusal.field);
      const id = await store.add(operatorActionOf(request), request.body);
      if (id === null) {
        const message = 'too many browsers are notified already: remove one first';
        throw failure('MANAGER_CONFLICT', message, 'endpoint');
      }
      return { id };
    },
    unsubscribePush: async (request) => {
      const { id } = request.params;
      if (!(await store.withdraw(operatorActionOf(request), id))) throw notFound('subscription', 'id');
      return { id, status: 'removed' as const };
    },
    testPush: async ({ params: { id } }) => {
      if (push === undefined) throw notSetUp();
      const target = (await store.all()).find((each) => each.id === id);
      if (target === undefined) throw notFound('subscription', 'id');
      return { id, outcome: await push.notifications.test(target) };
    },
  } satisfies Handlers<typeof managerRoutes>;
}

function notSetUp(): Failure {
  return failure('MANAGER_PUSH_UNSENT', 'web push is not set up here: the manager has no key for it');
}
