/** The types of packages/api-client, from the manager's OpenAPI. No client is made from a document that the linter refuses. */
import openapiTS, { astToString } from 'openapi-typescript';
import { lintOpenapi } from './lint-openapi';

const HEADER =
  '/** Made by `./platform generate` from the OpenAPI description of the manager. Never edited. */\n\n';

export async function renderApiClient(): Promise<string> {
  const { openapi } = await import('@platform/manager');
  const document = await openapi();
  const faults = await lintOpenapi(document);
  if (faults.length > 0) throw new Error(`the manager's OpenAPI is not clean:\n  ${faults.join('\n  ')}`);
  const syntax = await openapiTS(document, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return HEADER + astToString(syntax);
}
