/** Serves the description at /docs with a page to try it, and at /docs/json. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../http/app';
import type { openapiDocument } from './document';

export async function serveOpenapi(app: App, document: ReturnType<typeof openapiDocument>): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', logo: { type: 'image/svg+xml', content: '' } });
}
