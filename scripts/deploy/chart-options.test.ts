import { describe, expect, it } from 'vitest';
import { findHelm } from '../provision/helm.ts';
import { environmentOf, helmTemplate, objectsIn } from './render.ts';

const reason = findHelm() === null ? 'there is no helm on PATH: install it, or set HELM_BIN' : null;
const url = ['--set', 'prometheus.url=http://prometheus:9090'];
const extraEnv = (...all: readonly object[]) => ['--set-json', `extraEnv=${JSON.stringify(all)}`];
const environment = async (...words: string[]) => environmentOf(objectsIn(await helmTemplate(...words)));

describe.skipIf(reason !== null)(`options of the chart${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it.each([
    ['TRIMTAB_LOG_LEVEL', 'debug'],
    ['TRIMTAB_LIMIT_POLICY', 'ratio'],
    ['TRIMTAB_HOST', '0.0.0.0'],
    ['TRIMTAB_PROMETHEUS_MAY_BE_DOWN', 'false'],
    ['TRIMTAB_PROMETHEUS', 'http://other:9090'],
    ['TRIMTAB_DATABASE', 'postgres://other@db/trimtab'],
  ])('extraEnv replaces %s, which Kubernetes refuses if it is given twice', async (name, value) => {
    const database = ['--set', 'database.credentials.secretName=db', '--set', 'database.credentials.urlKey=uri'];
    const text = await helmTemplate(...url, ...database, ...extraEnv({ name, value }));
    expect(text.split(`- name: ${name}\n`)).toHaveLength(2);
    expect(environmentOf(objectsIn(text))).toHaveProperty(name, value);
  });

  it.each(['TRIMTAB_PROMETHEUS', 'TRIMTAB_CLUSTERS'])('extraEnv can name the source as %s', async (name) => {
    const secretKeyRef = { name: 'prometheus', key: 'url' };
    expect(await environment(...extraEnv({ name, valueFrom: { secretKeyRef } }))).toHaveProperty(name);
    await expect(helmTemplate(...extraEnv({ name: 'TRIMTAB_TENANT', value: 'a' }))).rejects.toThrow('prometheus.url');
  });

  it('settings of the console are written as they are given', async () => {
    const extra = { count: 12_345_678, part: 0.5, cost_analysis: true, title: '1e3' };
    expect(await environment(...url, '--set-json', `server.extra=${JSON.stringify(extra)}`)).toMatchObject({
      TRIMTAB_EXTRA: 'cost_analysis=true,count=12345678,part=0.5,title=1e3',
    });
  });

  it('the highest rate limit of the server is written as a whole number, and a higher one is refused', async () => {
    const highest = await environment(...url, '--set', 'server.rateLimit=999999');
    expect(highest).toMatchObject({ TRIMTAB_RATE_LIMIT: '999999' });
    await expect(helmTemplate(...url, '--set', 'server.rateLimit=1000000')).rejects.toThrow('rateLimit');
  });

  it('the server trusts the authority of the provider besides the usual ones', async () => {
    const ca = ['--set', 'oidc.ca.configMapName=company', '--set', 'oidc.ca.key=root.pem'];
    const text = await helmTemplate(...url, ...ca);
    expect(environmentOf(objectsIn(text))).toMatchObject({ NODE_EXTRA_CA_CERTS: '/etc/trimtab/oidc-ca/ca.crt' });
    expect(JSON.stringify(objectsIn(text))).toContain(
      '{"name":"oidc-ca","configMap":{"name":"company","items":[{"key":"root.pem","path":"ca.crt"}]}}',
    );
  });
});
