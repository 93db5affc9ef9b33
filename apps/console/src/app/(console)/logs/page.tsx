import type { Metadata } from 'next';
import { LogsOrViewer } from '../../../features/logs/logs-page';
import { consoleEnv } from '../../../server/env';
import { requireUser } from '../../../server/session';

export const metadata: Metadata = { title: 'Logs' };

export default async function LogsPage() {
  await requireUser();
  return <LogsOrViewer viewerUrl={consoleEnv().logViewerUrl} />;
}
