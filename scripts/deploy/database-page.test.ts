import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../packages/server/src/adapters/sql/index.ts';
import { startForClients } from '../../packages/testing/src/kubernetes/index.ts';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { findKubectl } from '../provision/kubectl.ts';

const page = readFileSync(inCheckout('docs/database.md'), 'utf8');
const blocks = [...page.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, text = '']) => text);
const blockWith = (part: string): string => blocks.find((text) => text.includes(part)) ?? '';
const programs = { helm: findHelm(), kubectl: findKubectl() };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-database-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function sh(command: string, cwd: string, kubeconfig = ''): Promise<string> {
  const words = command.replace(/^(helm|kubectl) /, (_, name: 'helm' | 'kubectl') => `${programs[name]} `);
  const env = { PATH: process.env['PATH'], HOME: cwd, KUBECONFIG: kubeconfig };
  return (await promisify(execFile)('bash', ['-c', words], { cwd, env })).stdout;
}

it('the commands for a backup copy the database of a running server, also a second time', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'restored'));
  writeFileSync(join(folder, 'backup.mjs'), blockWith('VACUUM INTO').replaceAll(/\/(data|tmp)\//g, `${folder}/`));
  const command = blockWith('< backup.mjs').replace(/^kubectl .* -- node /, `"${process.execPath}" `);
  const store = await openSqliteStore(folder);
  for (const cores of [4, 8]) {
    await store.settings.save({ node_cpu_cores: cores, node_memory_bytes: 16e9, node_hourly_cost: 0.2 });
    await sh(command, folder);
    copyFileSync(join(folder, 'backup.sqlite'), join(folder, 'restored', 'trimtab.sqlite'));
    const restored = await openSqliteStore(join(folder, 'restored'));
    expect(await restored.settings.get()).toMatchObject({ node_cpu_cores: cores });
    await restored.close();
  }
  await store.close();
});

it.skipIf(Object.values(programs).includes(null))(
  'the commands that copy the data in the cluster wait until the Job has ended, also if it has failed',
  async () => {
    const folder = temporaryFolder();
    const cluster = await startForClients();
    onTestFinished(() => cluster.stop());
    symlinkSync(inCheckout('deploy'), join(folder, 'deploy'));
    writeFileSync(join(folder, 'copy-store.yaml'), blockWith('# copy-store.yaml'));
    const run = (command: string) => sh(command, folder, cluster.kubeconfig('admin'));
    const commands = blockWith('apply --filename copy-store.yaml').trimEnd().split('\n');
    const untilApplied = commands.findIndex((command) => command.includes('kubectl apply')) + 1;
    await run(
      'helm install trimtab deploy/helm/trimtab --namespace trimtab --create-namespace --set prometheus.url=http://p',
    );
    for (const command of commands.slice(0, untilApplied)) await run(command);
    const job = cluster.standIn.store.get({ group: 'batch', plural: 'jobs' }, 'trimtab', 'trimtab-copy-store');
    let hasEnded = false;
    const waiting = run(commands[untilApplied] ?? '').then((printed) => [hasEnded, printed]);
    const isWatched = () =>
      cluster.standIn.audit.some(({ path, query }) => path.includes('/jobs') && query.has('watch'));
    await expect.poll(isWatched).toBe(true);
    hasEnded = true;
    const conditions = [{ type: 'Failed', status: 'True' }];
    cluster.standIn.put({ ...Object(job), apiVersion: 'batch/v1', kind: 'Job', status: { conditions } });
    expect(await waiting).toEqual([true, expect.stringContaining('condition met')]);
    expect(commands[untilApplied + 1]).toMatch(/^kubectl logs/);
    // What waits has a time limit of its own, because that of kubectl is 30 seconds.
    expect(page.match(/kubectl wait .*/g)?.filter((command) => !command.includes('--timeout'))).toEqual([]);
    expect(commands.join()).not.toContain('kubectl delete');
  },
);
