import type { Metadata } from 'next';
import { Logs } from '../../../features/logs/logs';
import { consoleEnv } from '../../../server/env';
import { requireUser } from '../../../server/session';
import { Page } from '../../../ui/page';

export const metadata: Metadata = { title: 'Logs' };

/** The platform's own logs, or in their place the viewer that LOG_VIEWER_URL names, framed. */
export default async function LogsPage() {
  await requireUser();
  const { logViewerUrl } = consoleEnv();
  if (logViewerUrl === undefined) return <Logs />;
  return (
    <Page title="Logs" lead={logViewerUrl}>
      <iframe
        title="Log viewer"
        src={logViewerUrl}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        className="h-[calc(100dvh-10rem)] w-full border"
      />
    </Page>
  );
}
