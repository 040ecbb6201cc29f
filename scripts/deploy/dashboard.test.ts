import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { freePort } from '../../e2e/support/free-port.ts';
import { findPostgres, startPostgres } from '../../e2e/support/postgres/index.ts';
import { findPrometheus, startPrometheus } from '../../e2e/support/prometheus/index.ts';
import { startMain } from '../../packages/testing/src/node/index.ts';
import { inCheckout } from '../checkout.ts';

type Target = { readonly expr: string; readonly legendFormat: string; readonly interval?: string };
type Panel = { readonly title: string; readonly targets?: readonly Target[] };
type Dashboard = {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};
type Answer = { readonly status: string; readonly data: { readonly result: readonly { metric: object }[] } };

const dashboard: Dashboard = JSON.parse(readFileSync(inCheckout('deploy/grafana/trimtab.json'), 'utf8'));
const alerts = readFileSync(inCheckout('deploy/prometheus/alerts.yaml'), 'utf8');

const variables: Readonly<Record<string, string>> = { $job: '.+', $instance: '.+', $__rate_interval: '1m' };
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    query: expr.replaceAll(/\$\w+/g, (name) => variables[name] ?? name),
    labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
  })),
);
/** The metrics of the variables and of the alerts. */
const names = [...new Set(`${JSON.stringify(dashboard.templating)} ${alerts}`.match(/\btrimtab_\w+/g) ?? [])];

const isMissing = findPrometheus() === null || findPostgres() === null;

it.skipIf(isMissing)(
  'every panel and alert has metrics in a real Prometheus that reads a real server',
  { timeout: 300_000 },
  async () => {
    const [port, postgres] = [await freePort(), await startPostgres()];
    const targets = [{ targets: [`127.0.0.1:${port}`] }];
    const job = { job_name: 'trimtab', scrape_interval: '1s', static_configs: targets };
    const prometheus = await startPrometheus(stringify({ scrape_configs: [job] }));
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-dashboard-'));
    const database = `postgres://${postgres.user}@${postgres.host}:${postgres.port}/${await postgres.createDatabase()}`;
    const server = startMain({
      argv: ['--prometheus', prometheus.url, '--database', database, '--data', folder, '--port', `${port}`],
    });
    onTestFinished(async () => {
      await server.end();
      await Promise.all([prometheus.stop(), postgres.stop()]);
      rmSync(folder, { recursive: true });
    });
    const address = await server.ready;
    const ask = async (query: string): Promise<Answer> =>
      (await fetch(`${prometheus.url}/api/v1/query?${new URLSearchParams({ query })}`)).json();
    /** The queries that Prometheus refuses, or answers without a series or without a label of the legend. */
    const withoutAnswer = async () => {
      await fetch(`${address}/v1/system/namespaces`);
      const answers = await Promise.all(queries.map(({ query }) => ask(query)));
      const lacking = queries.filter(({ labels }, index) => {
        const [first] = answers[index]?.status === 'success' ? (answers[index]?.data.result ?? []) : [];
        return first === undefined || labels.some((label) => !(label in first.metric));
      });
      const unknown = await Promise.all(names.map(async (name) => ((await ask(name)).data.result[0] ? [] : name)));
      return [...lacking.map(({ title, query }) => `${title}: ${query}`), ...unknown.flat()];
    };
    await expect.poll(withoutAnswer, { timeout: 200_000, interval: 1_000 }).toEqual([]);
    expect(queries.length).toBeGreaterThan(15);
    expect(names).toEqual(expect.arrayContaining(['trimtab_ready', 'trimtab_work_shares', 'trimtab_build_info']));
  },
);

it('every rate covers at least four scrapes of the ServiceMonitor', () => {
  const { serviceMonitor } = parse(readFileSync(inCheckout('deploy/helm/trimtab/values.yaml'), 'utf8'));
  const rates = dashboard.panels
    .flatMap(({ targets = [] }) => targets)
    .filter(({ expr }) => expr.includes('$__rate_interval'));
  // Grafana takes four times the min step of a query. Without one, it takes the interval of the data source, 15 seconds
  // by default.
  const tooShort = rates.filter(({ interval }) => secondsOf(interval) < secondsOf(serviceMonitor.interval));
  expect(tooShort).toEqual([]);
  expect(rates.length).toBeGreaterThan(8);
});

function secondsOf(duration = '15s'): number {
  const [, count, unit] = /^(\d+)([sm])$/.exec(duration) ?? [];
  return Number(count) * (unit === 'm' ? 60 : 1);
}
