import { type ArchiveFile, endOfTar, tarEntry } from './tar.ts';

/**
 * Files as a compressed tar archive that is made while it is read: no more of it is in memory than one file. A failure
 * breaks the stream off, so that the archive cannot be taken for a whole one.
 *
 * @param left called when nobody reads any further: the files end there
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
    // Nothing is read ahead of the reader but what the compressor holds.
    { highWaterMark: 0 },
  ).pipeThrough(new CompressionStream('gzip'));
}

async function* tar(files: AsyncIterable<ArchiveFile>, modifiedAt: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const file of files) yield* tarEntry(file, modifiedAt);
  yield endOfTar();
}
