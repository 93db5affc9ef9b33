import type { ServiceName } from '@platform/contracts';
import { createGuard } from '../auth/guard';
import { ErrorLog, uncounted } from '../log/error-log';
import { createLogger } from '../log/logger';
import { createApp } from './app';
import { mount, type RouteTable } from './mount';
import { registerOpenapi } from './openapi';

/** The OpenAPI document of a service that is not running: no database, no bus, no port. */
export async function renderOpenapi(
  service: ServiceName,
  version: string,
  routes: RouteTable,
): Promise<string> {
  const log = createLogger({ service, version, level: 'silent' });
  const app = createApp({ service, version, log, errors: new ErrorLog(log, uncounted()) });
  await registerOpenapi(app, service, version);
  mount(app, routes, {}, createGuard(service, { operator: undefined }));
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  return `${document}\n`;
}
