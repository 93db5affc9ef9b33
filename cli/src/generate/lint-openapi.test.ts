import { routesByService, SERVICES } from '@platform/contracts';
import { renderOpenapi } from '@platform/service-kit';
import { expect, it } from 'vitest';
import { lintOpenapi } from './lint-openapi';

it.each(SERVICES)('the OpenAPI linter finds nothing to say about the %s service', async (service) => {
  expect(await lintOpenapi(await renderOpenapi(service, '1.0.0', routesByService[service]))).toEqual([]);
});

it('the OpenAPI linter refuses a route whose group has no description', async () => {
  const { strategies } = routesByService.manager;
  const routes = { strategies: { ...strategies, tag: 'no such group' } };
  const faults = await lintOpenapi(await renderOpenapi('manager', '1.0.0', routes));
  expect(faults).toEqual([expect.stringMatching(/^tag-description/)]);
});
