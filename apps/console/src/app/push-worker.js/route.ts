/**
 * The service worker that shows pushed alerts. Open, as a browser looks for a newer one at any time, and it
 * says nothing that a stranger may not know.
 */
export const dynamic = 'force-static';

/** An unreadable message is shown too: the operator still learns that something fires. */
const WORKER = `self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {}
  const { title = 'An alert fires', body = '', tag = 'alerts' } = message;
  const shown = { body, tag, renotify: true, requireInteraction: true };
  event.waitUntil(self.registration.showNotification(title, shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const open = windows.find(({ url }) => new URL(url).pathname === '/alerts');
    await (open === undefined ? self.clients.openWindow('/alerts') : open.focus());
  };
  event.waitUntil(show());
});
`;

export function GET(): Response {
  return new Response(WORKER, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
}
