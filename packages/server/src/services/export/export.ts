import { DEFAULT_NODE_SETTINGS } from '@trimtab/core';
import type { AppDeps } from '../../app.ts';
import { redactedCopy } from '../../redaction.ts';
import { kpis } from '../kpis.ts';
import type { Stored } from '../observed-store.ts';
import type { Snapshot, Snapshots } from '../snapshot.ts';
import type { TargetRow } from '../target-row.ts';
import type { Targets } from '../targets.ts';
import { archiveOf } from './archive.ts';
import { lookAhead } from './look-ahead.ts';
import { leftOut, Manifest, type TargetPart, targetParts, unavailable } from './manifest.ts';
import { type ExportRequest, exportStepSeconds } from './request.ts';
import { readTargets } from './target-files.ts';
import type { ArchiveFile } from './tar.ts';

export type Exports = {
  /**
   * Starts an archive that is made while it is read.
   *
   * @throws HttpError before the first byte, when what is enrolled cannot be read
   */
  open(request: ExportRequest, signal: AbortSignal): Promise<{ readonly name: string; readonly body: ReadableStream }>;
};

type Needs = {
  readonly deps: Pick<AppDeps, 'metrics' | 'clock' | 'version' | 'auth'>;
  readonly stored: () => Promise<Stored>;
  readonly snapshots: Snapshots;
  readonly targets: Targets;
};

const targetsAtOnce = 4;

export function createExports({ deps, stored, snapshots, targets }: Needs): Exports {
  return {
    async open(request, signal) {
      const left = new AbortController();
      const ended = AbortSignal.any([signal, left.signal]);
      const at = deps.clock.now();
      const [snapshot, { settings }] = await Promise.all([snapshots.current(ended), stored()]);
      const reader = readTargets({
        targets,
        metrics: deps.metrics,
        series: request.metrics ? { window: request.window, stepSeconds: exportStepSeconds(request) } : null,
      });
      const files = filesOf({
        request,
        at,
        snapshot,
        version: deps.version,
        configuration: {
          version: deps.version,
          signIn: deps.auth?.mode ?? 'none',
          nodeSettings: settings ?? DEFAULT_NODE_SETTINGS,
          nodeSettingsFrom: settings === null ? 'default' : 'saved',
        },
        read: (row) => reader.read(row, ended),
        ended,
      });
      const body = archiveOf(files, { modifiedAt: at, left: () => left.abort() });
      return { name: `${folderName(at)}.tar.gz`, body };
    },
  };
}

type Making = {
  readonly request: ExportRequest;
  readonly at: number;
  readonly snapshot: Snapshot;
  readonly version: string;
  readonly configuration: object;
  readonly read: (row: TargetRow) => ReturnType<ReturnType<typeof readTargets>['read']>;
  readonly ended: AbortSignal;
};

/** The manifest comes last: an archive without one was cut. */
async function* filesOf(making: Making): AsyncGenerator<ArchiveFile> {
  const { request, at, snapshot, ended } = making;
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

  let count = 0;
  const readAll = lookAhead(rowsOf(making), targetsAtOnce, async (row) => ({ row, parts: await making.read(row) }));
  for await (const { row, parts } of readAll) {
    count += 1;
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
    targets: count,
    parts: [
      ...['configuration', 'kpis', 'problems'].map((part) => manifest.part(part)),
      ...targetParts.map((part) => reportOf(part, manifest, request)),
      request.podLogs ? unavailable('podLogs', 'not available without a cluster connection') : leftOut('podLogs'),
    ],
    ...manifest.totals(),
    complete: true,
  });
  yield { path: `${folder}/manifest.json`, content };
}

const reportOf = (part: TargetPart, manifest: Manifest, { metrics }: ExportRequest) =>
  part === 'metrics' && !metrics ? leftOut(part) : manifest.part(part);

async function* rowsOf({ request, snapshot }: Making): AsyncGenerator<TargetRow> {
  const { target } = request;
  if (target === null) yield* await snapshot.all();
  else yield* snapshot.inNamespace(target.namespace).filter(({ record }) => record.name === target.name);
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
