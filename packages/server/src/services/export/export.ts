import { defaultNodeSettings, type Kpi } from '@trimtab/core';
import type { ArchiveFile } from '@trimtab/core/tar';
import { type AppDeps, logsPermission, type RequestContext } from '../../ports/index.ts';
import { redactedCopy } from '../../redaction.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { notConnected, type PodLogReader } from '../pod-logs/pod-logs.ts';
import type { KpiReader } from '../targets/kpis.ts';
import type { Lists, Snapshot, Snapshots } from '../targets/snapshot.ts';
import type { TargetRow } from '../targets/target-row.ts';
import { createLogReader } from './exported-logs.ts';
import { leftOut, Manifest, type TargetPart, targetParts, unavailable } from './manifest.ts';
import { readAhead } from './read-ahead.ts';
import { type ExportRequest, exportStepSeconds } from './request.ts';
import { tarGzipStream } from './tar-stream.ts';
import { createTargetReader, type TargetReader, type TargetSources } from './target-files.ts';

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'version' | 'auth'>;
  readonly stored: () => Promise<StoredState>;
  readonly lists: Lists;
  readonly snapshots: Snapshots;
  readonly kpis: KpiReader;
  readonly sources: TargetSources;
  readonly podLogs: PodLogReader;
};

const parallelTargets = 4;
/** Exports of more targets omit the parts that take the recommender a long time for each target. */
const mostThorough = 250;

/**
 * Starts an archive that is created while it is read.
 *
 * @throws StoreError before the first byte, when the enrolled targets cannot be read
 */
export function createExport({ deps, stored, lists, snapshots, kpis, sources, podLogs }: Dependencies) {
  return async (request: ExportRequest, { principal, signal }: RequestContext) => {
    const readerLeft = new AbortController();
    const ended = AbortSignal.any([signal ?? [], readerLeft.signal].flat());
    const at = deps.clock.now();
    const context = { principal, signal: ended };
    const [whole, { settings }] = await Promise.all([lists.current(context), stored()]);
    const snapshot = await snapshots.current(context, request.target === null ? undefined : [request.target.namespace]);
    const rows = await rowsOf(request, snapshot);
    const isThorough = rows.length <= mostThorough;
    const files = filesOf({
      request,
      at,
      kpis: kpis(await whole.all(), whole.problems).items,
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
      readTarget: createTargetReader(sources, {
        window: request.window,
        stepSeconds: request.metrics ? exportStepSeconds(request) : null,
        isThorough,
      }),
      logsOf:
        request.podLogs && request.mayReadLogs && podLogs.isConnected
          ? createLogReader(sources.targets, podLogs)
          : null,
      ended,
    });
    const body = tarGzipStream(files, { modifiedAt: at, left: () => readerLeft.abort() });
    return { name: `${folderName(at)}.tar.gz`, body };
  };
}

type ExportJob = {
  readonly request: ExportRequest;
  readonly at: number;
  readonly kpis: readonly Kpi[];
  readonly snapshot: Snapshot;
  readonly rows: readonly TargetRow[];
  readonly isThorough: boolean;
  readonly version: string;
  readonly configuration: object;
  readonly readTarget: TargetReader;
  /** Null: the export has no logs. */
  readonly logsOf: ReturnType<typeof createLogReader> | null;
  readonly ended: AbortSignal;
};

/** The manifest comes last: an archive without a manifest is incomplete. */
async function* filesOf(job: ExportJob): AsyncGenerator<ArchiveFile> {
  const { request, at, snapshot, rows, readTarget, logsOf, ended } = job;
  const folder = folderName(at);
  const manifest = new Manifest();
  const file = (part: string, path: string, value: unknown): ArchiveFile => {
    const content = json(value);
    manifest.included(part, content.length);
    return { path: `${folder}/${path}`, content };
  };
  yield file('configuration', 'configuration.json', job.configuration);
  yield file('kpis', 'kpis.json', { items: job.kpis });
  yield file('problems', 'problems.json', { problems: snapshot.problems });

  const readAll = readAhead(rows, parallelTargets, async (row) => ({ row, parts: await readTarget(row, ended) }));
  for await (const { row, parts } of readAll) {
    const { namespace, name } = row.record;
    const own = `targets/${pathPart(namespace)}/${pathPart(name)}`;
    for (const [part, found] of parts) {
      ended.throwIfAborted();
      if ('missing' in found) manifest.missing(part, row.record, found.missing);
      else yield file(part, `${own}/${part}.json`, found.value);
    }
    for await (const { log, problem } of logsOf?.(row, ended) ?? []) {
      ended.throwIfAborted();
      if (problem !== null) manifest.missing('podLogs', row.record, problem);
      if (log === null) continue;
      const content = text.encode(log.text);
      manifest.included('podLogs', content.length);
      yield { path: `${folder}/${own}/logs/${log.path.split('/').map(pathPart).join('/')}`, content };
    }
  }
  const content = json({
    product: 'Trimtab',
    version: job.version,
    created: new Date(at).toISOString(),
    target: request.target,
    window: { start: new Date(request.window.start).toISOString(), end: new Date(request.window.end).toISOString() },
    targets: rows.length,
    parts: [
      ...['configuration', 'kpis', 'problems'].map((part) => manifest.part(part)),
      ...targetParts.map((part) => reportOf(part, manifest, job)),
      logsReport(job, manifest),
    ],
    ...manifest.totals(),
    complete: true,
  });
  yield { path: `${folder}/manifest.json`, content };
}

function logsReport({ request, logsOf }: ExportJob, manifest: Manifest) {
  if (!request.podLogs) return leftOut('podLogs');
  if (!request.mayReadLogs) return unavailable('podLogs', `The account lacks the permission ${logsPermission}.`);
  return logsOf === null ? unavailable('podLogs', notConnected) : manifest.part('podLogs');
}

function reportOf(part: TargetPart, manifest: Manifest, { request, isThorough }: ExportJob) {
  if (part === 'metrics' && !request.metrics) return leftOut(part);
  if (!isThorough && (part === 'explanation' || part === 'report-card')) {
    return unavailable(
      part,
      `Omitted, because the export has more than ${mostThorough} targets. Export a single target to include it.`,
    );
  }
  return manifest.part(part);
}

async function rowsOf({ target }: ExportRequest, snapshot: Snapshot): Promise<readonly TargetRow[]> {
  if (target === null) return snapshot.all();
  return snapshot.inNamespace(target.namespace).filter(({ record }) => record.name === target.name);
}

const text = new TextEncoder();
const json = (value: unknown): Uint8Array => text.encode(`${JSON.stringify(redactedCopy(value), null, 2)}\n`);

/** `diagnostics-20260131T120000Z`, in UTC: names sort by time. */
const folderName = (at: number): string => `diagnostics-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** Percent-encodes a name for use in a path. Leading dots are encoded too, so that the path stays in its folder. */
const pathPart = (name: string): string =>
  encodeURIComponent(name)
    .replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/^\.+/, (dots) => '%2E'.repeat(dots.length));
