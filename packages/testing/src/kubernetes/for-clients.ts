import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { makeCertificate } from './certificate.ts';
import { startKubernetes } from './server.ts';
import { targetDefinition } from './target-definition.ts';

const viewRules = fileURLToPath(new URL('../../../../deploy/helm/trimtab/files/view-rules.yaml', import.meta.url));
const rbac = 'rbac.authorization.k8s.io';

type KubectlRun = { readonly code: number; readonly stdout: string; readonly stderr: string };

/**
 * The stand-in for real clients such as kubectl and helm, with the namespace shop and the definition of AIScaleTarget.
 * It uses TLS, because these clients send their token only over TLS.
 */
export async function startForClients(kubectlPath = 'kubectl') {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-kubectl-'));
  const standIn = await startKubernetes({ tls: makeCertificate(folder) });
  standIn.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  standIn.put({ ...targetDefinition(), status: { conditions: null } });
  standIn.establish();

  /** Accepts a token as an account with the role view of the chart. */
  const addViewer = (token: string): void => {
    const about = { apiVersion: `${rbac}/v1`, metadata: { name: 'trimtab-view' } };
    standIn.addUser(token, { username: token, groups: ['system:authenticated'] });
    standIn.put({ ...about, kind: 'ClusterRole', rules: parse(readFileSync(viewRules, 'utf8')) });
    standIn.put({
      ...about,
      kind: 'ClusterRoleBinding',
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'trimtab-view' },
      subjects: [{ kind: 'User', name: token }],
    });
  };

  /** Writes the kubeconfig of a user whose token is accepted. */
  const kubeconfig = (token: string): string => {
    const file = join(folder, `${token}.json`);
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'one',
      clusters: [{ name: 'c', cluster: { server: standIn.url, 'certificate-authority': join(folder, 'tls.crt') } }],
      contexts: [{ name: 'one', context: { cluster: 'c', user: 'u', namespace: 'shop' } }],
      users: [{ name: 'u', user: { token } }],
    };
    writeFileSync(file, JSON.stringify(config));
    return file;
  };

  /** Runs kubectl as a user. A manifest is given as its standard input. */
  const kubectl = (token: string, words: readonly string[], manifest?: object): Promise<KubectlRun> =>
    new Promise((resolve) => {
      const options = { env: { HOME: folder, PATH: process.env['PATH'] }, timeout: 300_000 };
      const all = ['--kubeconfig', kubeconfig(token), ...words];
      const child = execFile(kubectlPath, all, options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end(manifest === undefined ? '' : JSON.stringify(manifest));
    });

  const stop = async () => {
    await standIn.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { standIn, addViewer, kubeconfig, kubectl, stop };
}
