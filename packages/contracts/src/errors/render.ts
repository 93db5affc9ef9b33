/**
 * docs/errors.md as text, from the registry alone. The file in the repository must equal this to the byte.
 */
import { SERVICES } from '../services';
import type { ErrorSpec } from './define';
import { errorRegistry } from './registry';

const INTRO = `# Error codes

Generated from the registry in \`packages/contracts/src/errors\` by \`./platform generate\`; do not edit.

Every error answer has the body \`{ code, message, field, severity, category, trace_id }\`; \`field\` is null where nothing
in the request is to blame. A dash in the HTTP column marks codes that are logged and counted in
\`platform_errors_total{code}\` but never answered. Guarded routes answer 401 for a missing or wrong token and 503, with
the same code, where the service was started without one.
`;

function section(title: string, owner: ErrorSpec['service']): string {
  const rows = Object.entries(errorRegistry)
    .filter(([, spec]) => spec.service === owner)
    .map(
      ([code, spec]) =>
        `| \`${code}\` | ${spec.severity} | ${spec.category} | ${spec.status ?? '–'} | ${spec.cause} | ${spec.action} |`,
    );
  return [
    `## ${title}`,
    '',
    '| Code | Severity | Category | HTTP | Fires when | What to do |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function renderErrorsDoc(): string {
  const sections = SERVICES.map((service) =>
    section(`${service[0]!.toUpperCase()}${service.slice(1)}`, service),
  );
  return [INTRO, ...sections, section('Shared', 'shared')].join('\n');
}
