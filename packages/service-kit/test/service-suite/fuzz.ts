/**
 * Random requests over the service's own OpenAPI description, into the real app on a real database: each
 * answer must be one that the description declares, none a fault, and a guarded route opens for its own token
 * only. PLATFORM_TEST_FUZZ_REQUESTS says how many.
 */
import type { ServiceHandle } from '@platform/service-kit';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anyOf,
  describedOperations,
  type FuzzRequest,
  judge,
  noneOf,
  type Operation,
  requests,
} from '../fuzz';
import { useEnvirons } from './environs';
import { get } from './requests';
import { BREAK_GLASS_TOKEN, type Subject, startSubject, TOKEN } from './subject';

const REQUESTS = Number(process.env['PLATFORM_TEST_FUZZ_REQUESTS'] ?? 1_000);
const TIMEOUT_MS = 600_000 + 100 * REQUESTS;

export function fuzzSuite<Config>(subject: Subject<Config>): void {
  describe('random requests over the description', () => {
    const environs = useEnvirons(subject);
    let handle: ServiceHandle;
    let operations: readonly Operation[];
    beforeAll(async () => {
      handle = await startSubject(subject, environs.environment());
      const described = describedOperations((await get(handle.url, '/docs/json')).text);
      // A WebSocket (101) is more than a request and an answer: it has its own tests.
      operations = described.filter(({ answers }) => !answers.has(101));
    });
    afterAll(async () => {
      await handle?.close();
    });

    const send = async ({ operationId, method, url, headers, payload }: FuzzRequest) => {
      const operation = operations.find((each) => each.operationId === operationId)!;
      const answer = await handle.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload }),
      });
      judge(operation, { status: answer.statusCode, text: answer.body });
      return { operation, status: answer.statusCode };
    };
    const options = (share: number): fc.Parameters<[FuzzRequest]> => ({
      numRuns: Math.round(REQUESTS * share),
      endOnFailure: true,
    });
    const over = (tokens: (token: string) => Arbitrary<string | undefined>) => {
      const byToken = (token: string, meant: readonly Operation[]) =>
        meant.length === 0 ? [] : [requests(meant, new Map(), tokens(token))];
      const isBreakGlass = ({ guards }: Operation) => guards.includes('breakGlassBearer');
      return fc.oneof(
        ...byToken(
          TOKEN,
          operations.filter((each) => !isBreakGlass(each)),
        ),
        ...byToken(BREAK_GLASS_TOKEN, operations.filter(isBreakGlass)),
      );
    };

    it(
      'get through no guard without its token',
      async () => {
        await fc.assert(
          fc.asyncProperty(over(noneOf), async (request) => {
            const { operation, status } = await send(request);
            if (operation.guards.length > 0) expect(status).toBe(401);
          }),
          options(0.25),
        );
      },
      TIMEOUT_MS,
    );

    it(
      'are answered as described and never by a fault of the service',
      async () => {
        await fc.assert(
          fc.asyncProperty(over(anyOf), async (request) => {
            expect((await send(request)).status).not.toBe(500);
          }),
          options(0.75),
        );
      },
      TIMEOUT_MS,
    );
  });
}
