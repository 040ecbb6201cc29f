import { type ArchiveFile, endOfTar, tarEntry } from '@trimtab/core/tar';
import { streamOf } from '../../stream-of.ts';

/**
 * Packs files into a compressed tar archive while it is read, with only one file in memory at a time. A failure aborts
 * the stream, so that a client notices the incomplete archive. @param left called when the reader cancels
 */
export function tarGzipStream(
  files: AsyncIterable<ArchiveFile>,
  { modifiedAt, left }: { readonly modifiedAt: number; readonly left: () => void },
): ReadableStream<Uint8Array> {
  return streamOf(tar(files, modifiedAt), left).pipeThrough(new CompressionStream('gzip'));
}

async function* tar(files: AsyncIterable<ArchiveFile>, modifiedAt: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const file of files) yield* tarEntry(file, modifiedAt);
  yield endOfTar();
}
