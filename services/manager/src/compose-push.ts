/** Web push, where PLATFORM_MANAGER__PUSH_KEY is set. */
import type { managerMetrics } from '@platform/contracts';
import { type ServiceKit, StartupError } from '@platform/service-kit';
import { readFiringAlerts } from './app/firing-alerts';
import type { Upstream } from './app/ports';
import { PushNotifications } from './app/push-notifications';
import type { ManagerConfig } from './config';
import { pushHandlers } from './http/push-handlers';
import { PushStore } from './store/push-subscriptions';
import { PushSigner } from './upstream/push-message';
import { PushServer } from './upstream/push-server';

const LOOK_EVERY_MS = 5_000;

export function composePush(
  config: ManagerConfig,
  kit: ServiceKit<typeof managerMetrics>,
  alertmanager: Upstream,
) {
  const store = new PushStore(kit.database.kysely);
  const signer = signerOf(config);
  if (signer === undefined) return pushHandlers({ store, push: undefined });
  const { background, errors, lifecycle, time } = kit;
  const service = new PushServer({
    signer,
    isLocalAllowed: config.PLATFORM_MANAGER__PUSH_LOCAL,
    nowMs: time.nowMs,
  });
  const notifications = new PushNotifications({
    records: store,
    service,
    errors,
    time,
    firing: async () => (await readFiringAlerts(alertmanager)).alerts,
  });
  // Without an alert manager there is nothing to tell.
  if (config.PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL !== undefined) {
    background({ name: 'web push', everyMs: LOOK_EVERY_MS, run: () => notifications.look() });
    lifecycle.onShutdown('web push', () => notifications.close());
  }
  return pushHandlers({ store, push: { service, notifications } });
}

function signerOf(config: ManagerConfig): PushSigner | undefined {
  const { PLATFORM_MANAGER__PUSH_KEY: key, PLATFORM_MANAGER__PUSH_CONTACT: contact } = config;
  const faults =
    contact === undefined || /^(mailto:|https:\/\/)./.test(contact)
      ? []
      : ['PLATFORM_MANAGER__PUSH_CONTACT: must be a mailto: or https: address'];
  try {
    const signer = key && new PushSigner(key.reveal(), contact);
    if (faults.length === 0) return signer;
  } catch {
    faults.push('PLATFORM_MANAGER__PUSH_KEY: must be a private P-256 key, 32 bytes as base64url');
  }
  throw new StartupError('MANAGER_STARTUP_FAILED', 'the configuration of web push is not valid', faults);
}
