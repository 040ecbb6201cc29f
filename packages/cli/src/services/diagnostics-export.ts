import { type Client, exportWindow, InvalidResponseError } from '@trimtab/core';
import type { Piece } from '../http/range-request.ts';
import type { ReceivedPart } from './download-receive.ts';
import type { TargetName } from './unknown-target.ts';

type Wanted = {
  target: TargetName | null;
  podLogs: boolean;
  metrics: boolean;
  now: number;
  signal: AbortSignal;
};

const pieceBytes = /^bytes (\d+)-\d+\/(\d+|\*)$/;

/** Starts the export of the last seven days. `pieceOf` returns the status and range of its response. */
export async function startExport(
  client: Client,
  pieceOf: () => Piece | null,
  { target, podLogs, metrics, now, signal }: Wanted,
): Promise<ReceivedPart> {
  const { chunks, etag, contentLength } = await client.diagnostics.download(
    {
      ...exportWindow(now),
      includePodLogs: podLogs,
      includeMetrics: metrics,
      ...(target && { namespace: target.namespace, targetName: target.name }),
    },
    { signal },
  );
  const piece = pieceOf();
  if (piece?.status !== 206) return { chunks, etag, from: 0, size: contentLength };
  const [, from, size] = pieceBytes.exec(piece.contentRange ?? '') ?? [];
  if (from === undefined) throw new InvalidResponseError('it sent a part of the export without a Content-Range header');
  return { chunks, etag, from: Number(from), size: size === '*' ? null : Number(size) };
}
