import { type Client, type Download, exportWindow, InvalidResponseError } from '@trimtab/core';

/** More than any export; what is larger would fill the disk. */
const LARGEST_BYTES = 2 * 2 ** 30;

interface Wanted {
  target: { namespace: string; name: string } | null;
  podLogs: boolean;
  metrics: boolean;
  now: number;
  signal: AbortSignal;
}

/** Starts the export of the last seven days. */
export function startExport(client: Client, { target, podLogs, metrics, now, signal }: Wanted): Promise<Download> {
  return client.diagnostics.download(
    {
      ...exportWindow(now),
      includePodLogs: podLogs,
      includeMetrics: metrics,
      ...(target === null ? {} : { namespace: target.namespace, targetName: target.name }),
    },
    { signal },
  );
}

interface Sink {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Called with the bytes so far. */
  received: (bytes: number) => Promise<void>;
}

/** Passes a download on as it comes, and answers its size. One that ends before its announced length is a failure. */
export async function pump({ chunks, contentLength }: Download, { write, received }: Sink): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > LARGEST_BYTES) throw new InvalidResponseError('the export is larger than 2 GiB');
    await write(chunk);
    await received(bytes);
  }
  if (bytes === 0) throw new InvalidResponseError('the export is empty');
  if (contentLength !== null && contentLength !== bytes) {
    throw new InvalidResponseError(`${bytes} bytes of ${contentLength} came`);
  }
  return bytes;
}
