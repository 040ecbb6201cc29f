import { defaultNodeSettings } from '@trimtab/core';
import { type AppDeps, type RequestContext } from '../../ports/index.ts';
import { redactedCopy } from '../../redaction.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { kpis } from '../targets/kpis.ts';
import type { Snapshot, Snapshots } from '../targets/snapshot.ts';
import type { TargetRow } from '../targets/target-row.ts';
import { leftOut, Manifest, type TargetPart, targetParts, unavailable } from './manifest.ts';
import { readAhead } from './read-ahead.ts';
import { type ExportRequest, exportStepSeconds } from './request.ts';
import type { ArchiveFile } from './tar.ts';
import { tarGzipStream } from './tar-stream.ts';
import { readTargets, type TargetReader, type TargetSources } from './target-files.ts';

export type Exports = {
  /**
   * Starts an archive that is made while it is read.
   *
   * @throws DomainError before the first byte, when what is enrolled cannot be read
   */
  open(
    request: ExportRequest,
    context: RequestContext,
  ): Promise<{ readonly name: string; readonly body: ReadableStream }>;
};

type Needs = {
  readonly deps: Pick<AppDeps, 'clock' | 'version' | 'auth'>;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Snapshots;
  readonly sources: TargetSources;
};

const targetsAtOnce = 4;
/** Of more targets than this, nothing is computed that takes the recommender a while for each. */
const mostThorough = 250;

export function createExports({ deps, stored, snapshots, sources }: Needs): Exports {
  return {
    async open(request, { principal, signal }) {
      const left = new AbortController();
      const ended = AbortSignal.any([signal ?? [], left.signal].flat());
      const at = deps.clock.now();
      const [snapshot, { settings }] = await Promise.all([snapshots.current({ principal, signal: ended }), stored()]);
      const rows = await rowsOf(request, snapshot);
      const isThorough = rows.length <= mostThorough;
      const files = filesOf({
        request,
        at,
        snapshot,
        rows,
        isThorough,
        version: deps.version,
        configuration: {
          version: deps.version,
          signIn: deps.auth?.mode ?? 'none',
          nodeSettings: settings ?? defaultNodeSettings,
          nodeSettingsFrom: settings === null ? 'default' : 'saved',
        },
        reader: readTargets(sources, {
          window: request.window,
          stepSeconds: request.metrics ? exportStepSeconds(request) : null,
          isThorough,
        }),
        ended,
      });
      const body = tarGzipStream(files, { modifiedAt: at, left: () => left.abort() });
      return { name: `${folderName(at)}.tar.gz`, body };
    },
  };
}

type Making = {
  readonly request: ExportRequest;
  readonly at: number;
  readonly snapshot: Snapshot;
  readonly rows: readonly TargetRow[];
  readonly isThorough: boolean;
  readonly version: string;
  readonly configuration: object;
  readonly reader: TargetReader;
  readonly ended: AbortSignal;
};

/** The manifest comes last: an archive without one was cut. */
async function* filesOf(making: Making): AsyncGenerator<ArchiveFile> {
  const { request, at, snapshot, rows, reader, ended } = making;
  const folder = folderName(at);
  const manifest = new Manifest();
  const file = (part: string, path: string, value: unknown): ArchiveFile => {
    const content = json(value);
    manifest.included(part, content.length);
    return { path: `${folder}/${path}`, content };
  };
  yield file('configuration', 'configuration.json', making.configuration);
  yield file('kpis', 'kpis.json', { items: kpis(await snapshot.all(), snapshot.problems) });
  yield file('problems', 'problems.json', { problems: snapshot.problems });

  const readAll = readAhead(rows, targetsAtOnce, async (row) => ({ row, parts: await reader.read(row, ended) }));
  for await (const { row, parts } of readAll) {
    const { namespace, name } = row.record;
    for (const [part, found] of parts) {
      ended.throwIfAborted();
      if ('missing' in found) manifest.missing(part, row.record, found.missing);
      else yield file(part, `targets/${pathPart(namespace)}/${pathPart(name)}/${part}.json`, found.value);
    }
  }
  const content = json({
    product: 'Trimtab',
    version: making.version,
    created: new Date(at).toISOString(),
    target: request.target,
    window: { start: new Date(request.window.start).toISOString(), end: new Date(request.window.end).toISOString() },
    targets: rows.length,
    parts: [
      ...['configuration', 'kpis', 'problems'].map((part) => manifest.part(part)),
      ...targetParts.map((part) => reportOf(part, manifest, making)),
      request.podLogs ? unavailable('podLogs', 'not available without a cluster connection') : leftOut('podLogs'),
    ],
    ...manifest.totals(),
    complete: true,
  });
  yield { path: `${folder}/manifest.json`, content };
}

function reportOf(part: TargetPart, manifest: Manifest, { request, isThorough }: Making) {
  if (part === 'metrics' && !request.metrics) return leftOut(part);
  if (!isThorough && (part === 'explanation' || part === 'report-card')) {
    return unavailable(part, `Left out of more than ${mostThorough} targets: export one target to have it.`);
  }
  return manifest.part(part);
}

async function rowsOf({ target }: ExportRequest, snapshot: Snapshot): Promise<readonly TargetRow[]> {
  if (target === null) return snapshot.all();
  return snapshot.inNamespace(target.namespace).filter(({ record }) => record.name === target.name);
}

const text = new TextEncoder();
const json = (value: unknown): Uint8Array => text.encode(`${JSON.stringify(redactedCopy(value), null, 2)}\n`);

/** `diagnostics-20260131T120000Z`: in UTC, and sorted by name it is sorted by time. */
const folderName = (at: number): string => `diagnostics-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** A name as a part of a path: whatever could lead elsewhere, or no file system takes, is percent-encoded. */
const pathPart = (name: string): string =>
  encodeURIComponent(name)
    .replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\.+/, (dots) => '%2E'.repeat(dots.length));
