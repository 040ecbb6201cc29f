import type { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { formatCounted, isInClusters, withoutCluster } from '@trimtab/core';
import type { OpenedRegistry } from '../../adapters/kubernetes/index.ts';
import { type Clock, DomainError, type Logger, StoreError, type TargetRecord } from '../../ports/index.ts';
import { databasePlace, readTargets } from '../open-store.ts';
import type { MigrationOptions } from '../options/options.ts';
import type { Environment } from '../options/parse.ts';
import { StartError } from '../start-errors.ts';
import { connectRegistry } from './connect-kubernetes.ts';

type Migration = {
  readonly options: MigrationOptions;
  readonly env: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stdout: Writable;
};

const waitMs = 30_000;

/**
 * Copies the targets in the database of a server into AIScaleTarget resources, or only prints what it would do. It changes no
 * existing resource, so it can be repeated. Returns the exit code: 0, or 1 if a target was refused.
 */
export async function migrateRegistry({ options, stdout, ...rest }: Migration): Promise<number> {
  const { isDryRun } = options;
  const records = await targetsIn(options);
  const opened = await connectRegistry(options.kubernetes, rest);
  try {
    await opened.settled(AbortSignal.timeout(waitMs));
    const problem = opened.problem();
    if (problem !== null) throw new StartError(`The targets in the cluster are not known: ${problem}`);
    const findings: Finding[] = [];
    for (const record of records) {
      const finding = await migrate(record, opened, isDryRun);
      findings.push(finding);
      const { namespace, name } = record;
      stdout.write(`  ${finding.result.padEnd(9)} ${namespace}/${name}${finding.text && `  ${finding.text}`}\n`);
    }
    stdout.write(summary(findings, options));
    return findings.some(({ result }) => result === 'refused') ? 1 : 0;
  } finally {
    await opened.stop();
  }
}

type Finding = { readonly result: 'create' | 'created' | 'exists' | 'differs' | 'refused'; readonly text: string };

async function targetsIn(options: MigrationOptions): Promise<readonly TargetRecord[]> {
  try {
    const records = await readTargets(options);
    const { cluster } = options;
    if (cluster === null) return records;
    return records
      .filter(({ namespace }) => isInClusters(namespace, [cluster]))
      .map((record) => ({ ...record, namespace: withoutCluster(record.namespace, cluster) }));
  } catch (error) {
    const why = error instanceof StoreError ? error.message : 'It has no database of this version.';
    if (error instanceof StartError) throw error;
    const flag = options.database === null ? '--data' : '--database';
    throw new StartError(`The targets in ${sourceOf(options)} cannot be read: ${why} Check ${flag}.`, { cause: error });
  }
}

async function migrate(
  record: TargetRecord,
  { registry, tryEnroll }: OpenedRegistry,
  isDryRun: boolean,
): Promise<Finding> {
  const { namespace, name } = record;
  const existing = await registry.get(namespace, name);
  if (existing === null) {
    const [outcome] = isDryRun ? await tryEnroll([record]) : await registry.enroll([record]);
    if (outcome?.result === 'created') return { result: isDryRun ? 'create' : 'created', text: '' };
    if (outcome?.result !== 'exists') return { result: 'refused', text: outcome?.reason ?? '' };
  }
  const found = existing ?? (await registry.get(namespace, name));
  if (found?.unoptimized === null && record.unoptimized !== null && found.kind === record.kind) {
    const refused = isDryRun ? null : await recordUnoptimized(registry, record);
    if (refused !== null) return { result: 'refused', text: refused };
  }
  const differing = compared.filter((key) => !isDeepStrictEqual(found?.[key], record[key]));
  if (differing.length === 0 && isSameManaged(found, record)) return { result: 'exists', text: '' };
  const names = [...differing, ...(isSameManaged(found, record) ? [] : ['containers'])];
  return { result: 'differs', text: `The resource stays as it is, with another ${names.join(', ')}.` };
}

const compared = ['kind', 'apiVersion', 'horizontal', 'vertical', 'modelMode', 'limitPolicy'] as const;

/** The API server sorts the containers. */
const isSameManaged = (found: TargetRecord | null, record: TargetRecord): boolean =>
  isDeepStrictEqual(new Map(found?.managed.map(asEntry)), new Map(record.managed.map(asEntry)));
const asEntry = ({ container, resources }: TargetRecord['managed'][number]) => [container, resources] as const;

async function recordUnoptimized(
  registry: OpenedRegistry['registry'],
  { namespace, name, unoptimized }: TargetRecord,
): Promise<string | null> {
  if (unoptimized === null) return null;
  try {
    await registry.recordUnoptimized(namespace, name, unoptimized);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.messages.join(' ');
  }
}

const sourceOf = ({ database, dataFolder }: MigrationOptions): string =>
  database === null ? dataFolder : databasePlace(database);

function summary(findings: readonly Finding[], options: MigrationOptions): string {
  const { database, isDryRun } = options;
  const of = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  const made = isDryRun ? `${of('create')} to create` : `${of('created')} created`;
  const counts = `${made}, ${of('exists')} there already, ${of('differs')} there with other settings, ${of('refused')} refused`;
  return [
    `${formatCounted(findings.length, 'target')} in ${sourceOf(options)}: ${counts}.`,
    isDryRun
      ? 'This was a dry run: nothing was written. Repeat the command with --apply to write.'
      : `The ${database === null ? 'data folder' : 'database'} keeps its targets: with --registry sql the server uses them again.`,
    '',
  ].join('\n');
}
