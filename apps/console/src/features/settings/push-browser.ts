/** What this browser can do about web push: whether it can at all, and its own subscription. */

const WORKER = '/push-worker.js';

export interface OwnSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Why this browser cannot be notified, as a sentence; null when it can. */
export function pushRefusal(): string | null {
  if (!window.isSecureContext) return 'This needs the console to be served over https.';
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
    ? null
    : 'This browser has no web push. On a phone, add the console to the home screen first.';
}

/** The id under which the manager knows this browser; null where it is not subscribed. */
export async function ownPushId(): Promise<string | null> {
  const subscription = await current();
  if (subscription === null) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks the person and then the push service of the browser; throws what either refuses. */
export async function subscribeBrowser(publicKey: string): Promise<OwnSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications are blocked for this page: allow them in the browser.');
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  // This platform could not send to a subscription made with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { keys = {} } = made.toJSON();
  return { endpoint: made.endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

export async function unsubscribeBrowser(): Promise<void> {
  await (await current())?.unsubscribe();
}

async function current(): Promise<PushSubscription | null> {
  if (pushRefusal() !== null) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
