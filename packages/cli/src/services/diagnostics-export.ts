import { exportWindow, InvalidResponseError, type TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { openClient } from '../http/client.ts';
import { lazyFetch } from '../http/fetch.ts';
import { fetchRest, type Piece } from '../http/range-request.ts';
import type { DownloadSource } from './download-receive.ts';

const pieceBytes = /^bytes (\d+)-\d+\/(\d+|\*)$/;

type ExportContent = {
  /** Null for all targets. */
  target: TargetName | null;
  podLogs: boolean;
  metrics: boolean;
};

/** The export of the last seven days. After a lost connection its rest can be requested. */
export function exportSource(context: Context, { target, podLogs, metrics }: ExportContent): DownloadSource {
  const { clock, signal } = context;
  const parameters = {
    // Fixed here, so that every resumed request covers the same days.
    ...exportWindow(context.now()),
    includePodLogs: podLogs,
    includeMetrics: metrics,
    ...(target === null ? {} : { namespace: target.namespace, targetName: target.name }),
  };
  return {
    wait: (milliseconds) => clock.sleep(milliseconds, signal),
    open: async (rest) => {
      const answered: { piece?: Piece } = {};
      const fetch = fetchRest(lazyFetch(context.http), rest, (piece) => {
        answered.piece = piece;
      });
      const client = openClient(context, { fetch });
      const { chunks, etag, contentLength } = await client.diagnostics.download(parameters, { signal });
      const { piece } = answered;
      if (piece?.status !== 206) return { chunks, etag, from: 0, size: contentLength };
      const [, from, size] = pieceBytes.exec(piece.contentRange ?? '') ?? [];
      if (from === undefined) {
        throw new InvalidResponseError('it sent a part of the export without a Content-Range header');
      }
      return { chunks, etag, from: Number(from), size: size === '*' ? null : Number(size) };
    },
  };
}
