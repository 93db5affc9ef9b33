/** A body that is read only as far as it may be long. */
export async function readBounded(
  request: Pick<Request, 'body' | 'headers'>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too long'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too long';
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    length += value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return 'too long';
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
