import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { consoleEnv } from '../../../server/env';
import { requireUser } from '../../../server/session';
import { Page } from '../../../ui/page';
import { Empty } from '../../../ui/states';

export const metadata: Metadata = { title: 'Logs' };

/** The log viewer, framed; which one it is stands in LOG_VIEWER_URL and may be none. */
export default async function LogsPage() {
  await requireUser();
  const { logViewerUrl } = consoleEnv();
  return (
    <Page title="Logs" lead={logViewerUrl === undefined ? undefined : logViewerUrl}>
      {logViewerUrl === undefined ? (
        <Empty title="No log viewer is set up" icon={ScrollText} command="./platform logs -f">
          Set LOG_VIEWER_URL for the console to see its pages here. Until then the command below follows every
          service.
        </Empty>
      ) : (
        <iframe
          title="Log viewer"
          src={logViewerUrl}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
          className="h-[calc(100dvh-10rem)] w-full border"
        />
      )}
    </Page>
  );
}
