import { expect, it } from 'vitest';
import { readBounded } from './read-bounded';

function endless() {
  let given = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      given += 1;
      controller.enqueue(new Uint8Array(100));
    },
  });
  return { body, given: () => given };
}

it('a body within the bound is read whole', async () => {
  const request = new Request('http://x', { method: 'POST', body: '{"a":1}' });
  expect(new TextDecoder().decode((await readBounded(request, 7)) as Uint8Array)).toBe('{"a":1}');
  expect(await readBounded(new Request('http://x', { method: 'POST' }), 7)).toHaveLength(0);
});

it('a body that says or shows that it is longer is not read to its end', async () => {
  const { body, given } = endless();
  expect(await readBounded({ body, headers: new Headers() }, 1_000)).toBe('too long');
  expect(given()).toBeLessThan(20);
  const said = endless();
  expect(
    await readBounded({ body: said.body, headers: new Headers({ 'content-length': '1001' }) }, 1_000),
  ).toBe('too long');
  expect(said.given()).toBeLessThan(3);
});
