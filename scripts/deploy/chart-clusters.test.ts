import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findHelm } from '../provision/helm.ts';
import { chart, helm, helmTemplate, kindsOf, objectsIn } from './render.ts';

const reason = findHelm() === null ? 'there is no helm on PATH: install it, or set HELM_BIN' : null;
const example = (name: string) => ['--values', join(chart, 'ci', `${name}-values.yaml`)];
const clusters = (...entries: readonly object[]) => ['--set-json', `clusters=${JSON.stringify(entries)}`];
const remote = { name: 'a', prometheus: 'https://prometheus.a.example.com' };

/** What helm prints after an installation. */
async function notes(...words: string[]): Promise<string> {
  const text = await helm('install', 'trimtab', chart, '--namespace', 'trimtab', '--dry-run=client', ...words);
  return text.slice(text.indexOf('NOTES:'));
}

describe.skipIf(reason !== null)(`clusters of the chart${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it('give no right and no token to a server that does not read its own API server', async () => {
    const text = await helmTemplate(...clusters(remote));
    const server = ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'ServiceAccount'];
    expect(kindsOf(objectsIn(text))).toEqual(server);
    expect(text).not.toContain('automountServiceAccountToken: true');
    const own = objectsIn(await helmTemplate(...clusters(remote, { ...remote, name: 'b', kubernetes: true })));
    expect(kindsOf(own)).toContain('ClusterRoleBinding');
  });

  it.each([
    [{ 'prometheus-token': 'hidden' }, 'The entry a of clusters contains a secret.'],
    [{ 'prometheus-password': 'hidden' }, 'The entry a of clusters contains a secret.'],
    [{ prometheus: 'https://me:hidden@prometheus.a.example.com' }, 'in the entry a of clusters contains a password.'],
  ])('may not contain a secret: %j', async (changes, text) => {
    await expect(helmTemplate(...clusters({ ...remote, ...changes }))).rejects.toThrow(text);
  });

  it('give it the token that an entry names', async () => {
    const file = '/var/run/secrets/kubernetes.io/serviceaccount/token';
    const text = await helmTemplate(...clusters({ ...remote, 'prometheus-token-file': file }));
    expect(text).toContain('automountServiceAccountToken: true');
  });
});

describe.skipIf(reason !== null)(`the notes of the chart${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it.each([
    [
      ['--set', 'prometheus.url=http://p:9090'],
      'reads the cluster from http://p:9090 and from the Kubernetes API server.',
    ],
    [example('prometheus-only'), 'reads the cluster from http://prometheus:9090. It'],
    [example('clusters'), 'reads the clusters eu, us. It'],
    [clusters(remote), 'reads the cluster a. It'],
    [example('gateway'), 'Open https://trimtab.example.com (http if'],
    [example('sign-in-ingress'), 'Open https://trimtab.example.com\n'],
    [example('service-monitor'), 'port-forward --namespace trimtab service/trimtab 4400:80'],
    [example('default'), 'port-forward --namespace trimtab deployment/trimtab 4400:4400'],
  ])('of %j say: %s', async (words, text) => {
    expect(await notes(...words)).toContain(text);
  });
});
