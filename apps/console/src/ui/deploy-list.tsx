/** Deploys, newest first: what was moved to which release, how it ended, and why where it failed. */
import { words } from '../lib/words';
import { Moment } from './time';

interface Deploy {
  readonly deploy_id: string;
  readonly service?: string;
  readonly from_image_tag: string | null;
  readonly target_image_tag: string;
  readonly status: string;
  readonly started_at: string;
  readonly error: string | null;
}

export function DeployList({ label, deploys }: { label: string; deploys: readonly Deploy[] }) {
  return (
    <ol aria-label={label}>
      {deploys.map((deploy) => (
        <li key={deploy.deploy_id} className="flex flex-wrap gap-x-3 border-b py-2">
          {deploy.service === undefined ? null : <span>{words(deploy.service)}</span>}
          <span className="font-mono">
            {deploy.from_image_tag ?? '–'} → {deploy.target_image_tag}
          </span>
          <span>{words(deploy.status)}</span>
          <span className="text-faint">
            <Moment at={deploy.started_at} />
          </span>
          {deploy.error === null ? null : (
            <span className="w-full break-words text-muted">{deploy.error}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
