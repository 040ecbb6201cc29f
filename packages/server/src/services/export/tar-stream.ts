import { type ArchiveFile, endOfTar, tarEntry } from '@trimtab/core/tar';

/**
 * Packs files into a compressed tar archive while it is read, with only one file in memory at a time. A failure aborts
 * the stream, so that a client notices the incomplete archive. @param left called when the reader cancels
 */
export function tarGzipStream(
  files: AsyncIterable<ArchiveFile>,
  { modifiedAt, left }: { readonly modifiedAt: number; readonly left: () => void },
): ReadableStream<Uint8Array> {
  const chunks = tar(files, modifiedAt);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        left();
        await chunks.return(undefined);
      },
    },
    // Only the compressor buffers data.
    { highWaterMark: 0 },
  ).pipeThrough(new CompressionStream('gzip'));
}

async function* tar(files: AsyncIterable<ArchiveFile>, modifiedAt: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const file of files) yield* tarEntry(file, modifiedAt);
  yield endOfTar();
}
