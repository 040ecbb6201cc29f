/** The files of a gzip-compressed tar archive by path. Throws if the archive is truncated. */
export async function untar(body: ReadableStream<Uint8Array>): Promise<ReadonlyMap<string, string>> {
  const whole = body
    .pipeThrough(new TransformStream<Uint8Array, BufferSource>())
    .pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(whole).arrayBuffer());
  const text = (from: number, length: number): string =>
    new TextDecoder().decode(bytes.subarray(from, from + length)).split('\0')[0] ?? '';
  const files = new Map<string, string>();
  let at = 0;
  let longPath: string | null = null;
  while (at < bytes.length && bytes[at] !== 0) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const content = text(at + 512, size);
    if (text(at + 156, 1) === 'x') longPath = /^\d+ path=(.*)\n$/s.exec(content)?.[1] ?? null;
    else {
      files.set(longPath ?? text(at, 100), content);
      longPath = null;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  if (bytes.length - at < 1_024) throw new Error('The archive is truncated.');
  return files;
}
