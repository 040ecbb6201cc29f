import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeCertificate, startForClients } from '../../packages/testing/src/kubernetes/index.ts';
import { inCheckout } from '../checkout.ts';
import { findHelm } from '../provision/helm.ts';
import { findKubectl } from '../provision/kubectl.ts';

/** A heading of the page with its commands and files, in their order. */
type Section = {
  readonly title: string;
  readonly blocks: readonly { readonly language: string; readonly text: string }[];
};

const page = readFileSync(inCheckout('docs/install.md'), 'utf8');
const sections: readonly Section[] = page
  .split(/^## /m)
  .map((text) => ({
    title: text.split('\n', 1)[0]?.replace('# ', '') ?? '',
    blocks: [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(
      ([, indent = '', language = '', block = '']) => ({
        language,
        text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  }))
  .filter(({ blocks }) => blocks.length > 0);

/** Commands that cannot run here. Those without a `with` are left out. */
const cannotRun: readonly { readonly begins: string; readonly reason: string; readonly with?: string }[] = [
  { begins: 'kubectl port-forward ', reason: 'there is no kubelet that forwards a connection' },
  {
    begins: 'kubectl exec ',
    reason: 'there is no pod to run it in; e2e/server-package.e2e.ts starts the same program',
  },
  {
    begins: 'npx trimtab-server ',
    reason: 'the package is not published; e2e/server-package.e2e.ts packs and starts it',
  },
  { begins: 'trimtab ', reason: 'it needs the forwarded connection' },
  { begins: 'git clone ', reason: 'the files of this checkout are used' },
  { begins: 'cd trimtab', reason: 'the files of this checkout are used' },
  { begins: 'docker ', reason: 'there is no container engine' },
  { begins: 'oc new-project ', reason: 'there is no OpenShift', with: 'kubectl create namespace' },
  { begins: 'oc adm ', reason: 'there is no OpenShift' },
];

/** The commands of a block, each on one line and without its comment. */
const commandsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');

const rolledOut = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
function runnable(command: string): string | null {
  const found = cannotRun.find(({ begins }) => command.startsWith(begins));
  if (found === undefined) return command;
  return found.with === undefined ? null : `${found.with} ${command.slice(found.begins.length)}`;
}

/** Sections whose commands change or end an installation. */
const needInstallation = new Set(['Upgrade', 'Uninstall']);

/** What the page has between backquotes, outside of blocks. */
const codes = [...page.replaceAll(/^( *)```\w+\n[\s\S]*?^\1```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
  ([, code = '']) => code,
);
const options = codes.filter((code) => code.startsWith('--set '));

const values: unknown = parse(readFileSync(inCheckout('deploy/helm/trimtab/values.yaml'), 'utf8'));
const at = (value: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined
    ? value
    : typeof value === 'object' && value !== null
      ? at(Reflect.get(value, key), rest)
      : undefined;
const topLevel = Object.keys(values ?? {});
/** The values of the chart that the page names: between backquotes, or after --set. */
const valueNames = [...codes, ...page.matchAll(/--set '?([^\s'`]+)/g).map(([, set = '']) => set)].flatMap((code) => {
  const name = /^[a-zA-Z.]+/.exec(code.replace(/^--set '?/, ''))?.[0] ?? '';
  return topLevel.includes(name.split('.')[0] ?? '') ? [name] : [];
});

const programs = { helm: findHelm(), kubectl: findKubectl() };
const isMissing = Object.values(programs).includes(null);

describe.skipIf(isMissing)('docs/install.md, with real helm and kubectl', { timeout: 300_000 }, () => {
  let folder: string;
  let cluster: Awaited<ReturnType<typeof startForClients>> | null = null;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trimtab-install-'));
    mkdirSync(join(folder, 'bin'));
    for (const [name, path] of Object.entries(programs)) symlinkSync(path ?? '', join(folder, 'bin', name));
    cpSync(inCheckout('deploy'), join(folder, 'deploy'), { recursive: true });
    // What the reader has: a token, and the certificate of an authority.
    makeCertificate(folder);
    cpSync(join(folder, 'tls.crt'), join(folder, 'ca.crt'));
    writeFileSync(join(folder, 'token.txt'), 'secret');
  });
  afterEach(() => cluster?.stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a command as the page has it, in a shell. Rejects with what it printed. */
  const sh = (command: string, kubeconfig: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = { HOME: folder, KUBECONFIG: kubeconfig, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
      execFile('bash', ['-c', command], { cwd: folder, env, timeout: 250_000 }, (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(`${command}\n${stderr}`)),
      );
    });

  const firstInstall = commandsOf(
    sections.find(({ title }) => title.startsWith('With kube-prometheus-stack'))?.blocks[0]?.text ?? '',
  );

  /** An empty cluster. */
  async function start(): Promise<void> {
    await cluster?.stop();
    cluster = await startForClients(programs.kubectl ?? '');
    cluster.standIn.remove('apiextensions.k8s.io/v1', 'CustomResourceDefinition', '', 'aiscaletargets.trimtab.dev');
  }

  async function run(line: string): Promise<string> {
    const command = runnable(line);
    if (command === null || cluster === null) return '';
    const printed = await sh(command, cluster.kubeconfig('admin'));
    // As the controllers would, which the stand-in does not have.
    for (const { metadata, spec } of cluster.standIn.store.all({ group: 'apps', plural: 'deployments' })) {
      const status = { observedGeneration: metadata.generation ?? 1, ...rolledOut };
      cluster.standIn.put({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, status });
    }
    return printed;
  }

  /** The names of what an installation has put into the whole cluster. */
  const clusterWide = (group: string, plural: string): readonly string[] =>
    (cluster?.standIn.store.all({ group, plural }) ?? []).flatMap(({ metadata: { name } }) =>
      name.includes('trimtab') ? [name] : [],
    );

  it.each(sections)('the commands of "$title" work', async ({ title, blocks }) => {
    await start();
    if (needInstallation.has(title)) for (const command of firstInstall) await run(command);
    let isInstalled = false;
    for (const { language, text } of blocks) {
      const file = /^# (\S+\.yaml)\n/.exec(text)?.[1];
      if (language === 'yaml' && file !== undefined) writeFileSync(join(folder, file), text);
      if (language !== 'sh') continue;
      // The page shows several ways to install. Each begins with an empty cluster.
      if (isInstalled && text.includes('helm install')) await start();
      isInstalled ||= text.includes('helm install');
      for (const command of commandsOf(text)) await expect(run(command)).resolves.toBeTypeOf('string');
    }
  });

  it('leaves nothing in the cluster after the commands of "Uninstall" but the definition, which has its own command', async () => {
    await start();
    const withRole = firstInstall.map((command) =>
      command.replace('helm install', 'helm install --set rbac.role=enroll'),
    );
    for (const command of withRole) await run(command);
    const [uninstall, remove] = sections.find(({ title }) => title === 'Uninstall')?.blocks ?? [];
    for (const command of commandsOf(uninstall?.text ?? '')) await run(command);
    expect(cluster?.standIn.store.all({ group: '', plural: 'persistentvolumeclaims' })).toHaveLength(1);
    expect(clusterWide('', 'namespaces')).toEqual(['trimtab']);
    for (const command of commandsOf(remove?.text ?? '')) await run(command);
    expect(clusterWide('', 'namespaces')).toEqual([]);
    expect(clusterWide('apiextensions.k8s.io', 'customresourcedefinitions')).toHaveLength(1);
    await run(/`(kubectl delete crd [^`]+)`/.exec(page)?.[1] ?? 'false');
    expect(clusterWide('apiextensions.k8s.io', 'customresourcedefinitions')).toEqual([]);
    for (const plural of ['clusterroles', 'clusterrolebindings'])
      expect(clusterWide('rbac.authorization.k8s.io', plural)).toEqual([]);
  });

  it('is installed again with the volume that Helm has kept', async () => {
    await start();
    for (const command of [...firstInstall, 'helm uninstall trimtab --namespace trimtab', ...firstInstall])
      await run(command);
    expect(await run('helm list --namespace trimtab')).toContain('deployed');
  });

  it('applies the overlay with the role enroll and the logs of pods as well', async () => {
    await start();
    const base =
      sections.flatMap(({ blocks }) => blocks).find(({ text }) => text.startsWith('# kustomization.yaml'))?.text ?? '';
    const more = `${base.replace('view-only', 'enroll')}components:\n  - deploy/kustomize/components/pod-logs\n`;
    writeFileSync(join(folder, 'kustomization.yaml'), more);
    expect(await run('kubectl apply --server-side --kustomize .')).toContain(
      'deployment.apps/trimtab serverside-applied',
    );
    expect(clusterWide('rbac.authorization.k8s.io', 'clusterroles')).toEqual(['trimtab-enroll', 'trimtab-pod-logs']);
  });

  it.each(options)('a shell passes %s to helm', async (option) => {
    await start();
    expect(await run(`helm template trimtab deploy/helm/trimtab --set prometheus.url=http://p ${option}`)).toContain(
      'Deployment',
    );
  });

  it('has a reason only for commands that are on the page', () =>
    expect(cannotRun.filter(({ begins }) => !page.includes(begins.trim()))).toEqual([]));
});

describe('docs/install.md', () => {
  it('names only values that the chart has', () => {
    const unknown = valueNames.filter((name) => at(values, name.split('.')) === undefined);
    expect(unknown).toEqual([]);
    expect(valueNames.length).toBeGreaterThan(30);
  });
});
