/**
 * The types of packages/api-client, from the manager's OpenAPI. No client is made from a document that the
 * linter refuses.
 */
import { routesByService } from '@platform/contracts';
import { renderOpenapi } from '@platform/service-kit';
import openapiTS, { astToString } from 'openapi-typescript';
import { lintOpenapi } from './lint-openapi';

const HEADER =
  '/** Made by `./platform generate` from the OpenAPI description of the manager. Never edited. */\n\n';

/** The types do not carry it, so a new version of the manager alone makes no new client. */
const ANY_VERSION = '0.0.0';

export async function renderApiClient(): Promise<string> {
  const document = await renderOpenapi('manager', ANY_VERSION, routesByService.manager);
  const faults = await lintOpenapi(document);
  if (faults.length > 0) throw new Error(`the manager's OpenAPI is not clean:\n  ${faults.join('\n  ')}`);
  const syntax = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return HEADER + astToString(syntax);
}
