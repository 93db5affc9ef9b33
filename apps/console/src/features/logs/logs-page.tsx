import { Page } from '../../ui/page';
import { Logs } from './logs';

/** The platform's own logs, or in their place the viewer that LOG_VIEWER_URL names, framed. */
export function LogsOrViewer({ viewerUrl }: { readonly viewerUrl: string | undefined }) {
  if (viewerUrl === undefined) return <Logs />;
  return (
    <Page title="Logs" lead={viewerUrl}>
      <iframe
        title="Log viewer"
        src={viewerUrl}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        className="h-[calc(100dvh-10rem)] w-full border"
      />
    </Page>
  );
}
