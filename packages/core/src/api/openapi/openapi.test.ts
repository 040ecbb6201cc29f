import { describe, expect, test } from 'vitest';
import { collectPages } from '../../testing/collect-pages.ts';
import { json } from '../../testing/fault-replies.ts';
import { scripted } from '../../testing/scripted-client.ts';
import type { Client } from '../client/client.ts';
import { operations } from '../operations/index.ts';
import { openApiDocument } from './index.ts';

// Test the document after serialization, because JSON drops undefined values.
const document: ReturnType<typeof openApiDocument> = JSON.parse(JSON.stringify(openApiDocument({ version: '1.2.3' })));
const methodList = ['get', 'post', 'patch'];

const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({ path, method, described })),
);

const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every value of the document under a key, at any depth. */
const valuesOf = (key: string, root: unknown): unknown[] =>
  isObject(root)
    ? Object.entries(root).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOf(key, value)])
    : [];

const target = { namespace: 'shop', name: 'web' };
const range = { start: '2026-11-13T00:00:00Z', end: '2026-11-20T00:00:00Z' };
const connector = { connector: 'prometheus', ...range, query: 'up' };
const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.192 };

/** Calls every method of the client once. A method that is missing here is a type error. */
type Nouns = Omit<Client, 'baseUrl'>;
const everyMethod: { [N in keyof Nouns]: { [M in keyof Nouns[N]]: (noun: Nouns[N]) => unknown } } = {
  targets: {
    list: (noun) => noun.list(),
    pages: (noun) => collectPages(noun.pages()),
    detailedPageSize: (noun) => noun.detailedPageSize(),
    inNamespace: (noun) => noun.inNamespace(target),
    get: (noun) => noun.get(target),
    pods: (noun) => noun.pods(target),
    cleanup: (noun) => noun.cleanup(target),
    findByOwner: (noun) => noun.findByOwner({ ...target, kind: 'Deployment' }),
    preflight: (noun) => noun.preflight({ scaleTargetRef: { name: 'web', kind: 'Deployment' } }),
    candidates: (noun) => noun.candidates(target),
    enroll: (noun) => noun.enroll(target),
  },
  views: {
    kpis: (noun) => noun.kpis(),
    namespaceKpis: (noun) => noun.namespaceKpis(target),
    namespaceTargets: (noun) => noun.namespaceTargets(target),
    namespaceTargetPages: (noun) =>
      collectPages(noun.namespaceTargetPages({ namespace: 'shop', managed: true, sort: '+name' })),
    targets: (noun) => noun.targets(),
    targetPages: (noun) => collectPages(noun.targetPages({})),
    changes: (noun) => noun.changes(),
    recordExport: (noun) => noun.recordExport({ targets: [target] }),
    preflight: (noun) => noun.preflight({ namespace: 'shop' }),
    costAnalysis: (noun) => noun.costAnalysis({ bucket: 'Month' }),
  },
  namespaces: { list: (noun) => noun.list() },
  costs: {
    potentialSavings: (noun) => noun.potentialSavings(target),
    potentialSavingsBulk: (noun) => noun.potentialSavingsBulk(),
    potentialSavingsPages: (noun) => collectPages(noun.potentialSavingsPages({})),
    comparison: (noun) => noun.comparison(target),
    comparisonBulk: (noun) => noun.comparisonBulk(),
    comparisonPages: (noun) => collectPages(noun.comparisonPages({})),
    nodes: (noun) => noun.nodes(),
    settings: (noun) => noun.settings(),
    saveSettings: (noun) => noun.saveSettings(settings),
    recordUnoptimized: (noun) =>
      noun.recordUnoptimized({ ...target, replicas: 1, containers: [{ name: 'app', requests: {} }] }),
  },
  metrics: {
    target: (noun) => noun.target(target),
    current: (noun) => noun.current(target),
    currentBulk: (noun) => noun.currentBulk({ targets: [target] }),
    bulk: (noun) => noun.bulk({ metricIds: ['a'], ...range }),
    timeseries: (noun) => noun.timeseries({ metricIds: ['a'] }),
    catalog: (noun) => noun.catalog(),
    targetCatalog: (noun) => noun.targetCatalog(target),
  },
  extensions: {
    explain: (noun) => noun.explain(target),
    reportCard: (noun) => noun.reportCard(target),
    outlook: (noun) => noun.outlook(target),
    whatIf: (noun) => noun.whatIf({ ...target, load: 'busiest_day', scale: 2 }),
    setLimitPolicy: (noun) => noun.setLimitPolicy({ ...target, limit_policy: 'ratio' }),
    tradeOff: (noun) => noun.tradeOff(target),
    reliability: (noun) => noun.reliability(target),
    logs: (noun) => noun.logs({ ...target, pod: 'web-1' }),
  },
  suggestions: {
    list: (noun) => noun.list(target),
    create: (noun) => noun.create(target),
    createInNamespace: (noun) => noun.createInNamespace({ namespace: 'shop' }),
    createBulk: (noun) => noun.createBulk(),
  },
  queue: {
    pop: (noun) => noun.pop(),
    stats: (noun) => noun.stats(),
    setStatus: (noun) => noun.setStatus({ id: '7', state: 'completed' }),
  },
  artifacts: {
    list: (noun) => noun.list(),
    get: (noun) => noun.get(target),
    patch: (noun) => noun.patch({ name: 'a', patch: {} }),
  },
  connectors: {
    list: (noun) => noun.list(),
    metrics: (noun) => noun.metrics(connector),
    metric: (noun) => noun.metric({ ...connector, metricName: 'up' }),
    series: (noun) => noun.series(connector),
    timeseries: (noun) => noun.timeseries(connector),
  },
  insights: { create: (noun) => noun.create({ type: 'savings' }), active: (noun) => noun.active() },
  diagnostics: {
    createTicket: (noun) => noun.createTicket(range),
    download: (noun) => noun.download(range),
  },
  system: { health: (noun) => noun.health(), ready: (noun) => noun.ready(), openapi: (noun) => noun.openapi() },
};

/** The responses have the wrong shape, so errors are ignored: only the sent requests matter. */
async function callEveryMethod(client: Client): Promise<void> {
  const nouns = new Map<string, object>(
    Object.entries(client).flatMap(([noun, value]) => (typeof value === 'string' ? [] : [[noun, value]])),
  );
  for (const [noun, methods] of Object.entries(everyMethod)) {
    expect(Object.keys(methods).toSorted(byCode)).toEqual(Object.keys(nouns.get(noun) ?? {}).toSorted(byCode));
    for (const call of Object.values(methods))
      await Promise.resolve(Reflect.apply(call, null, [nouns.get(noun)])).catch(() => {});
  }
  expect(Object.keys(everyMethod).toSorted(byCode)).toEqual([...nouns.keys()].toSorted(byCode));
}

describe('the document and the client', () => {
  test('name the same calls', async () => {
    const { client, server } = await scripted(() => json({}));
    await callEveryMethod(client);
    const templates = operations.map(({ method, path }) => ({
      call: `${method} ${path}`,
      pattern: new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      literal: path.split('{').length,
    }));
    const called = server.requests.map(({ method, target: asked }) => {
      const line = `${method} ${asked.split('?')[0]}`;
      // /v1/ast/preflight also matches /v1/ast/{namespace}, so take the template with the fewest parameters.
      return templates.filter(({ pattern }) => pattern.test(line)).toSorted((a, b) => a.literal - b.literal)[0]?.call;
    });
    const inDocument = documented.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect([...new Set(called)].map(String).toSorted(byCode)).toEqual(inDocument.toSorted(byCode));
  });

  test('name each call once, by noun and verb', () => {
    const ids = documented.map(({ described }) => described.operationId);
    expect(ids.toSorted(byCode)).toEqual(operations.map(({ id }) => id).toSorted(byCode));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
  });
});

describe('the document is OpenAPI 3.1', () => {
  test('has its required parts', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Trimtab', version: '1.2.3' });
    expect(Object.keys(document)).toEqual(['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components']);
    expect(documented).toHaveLength(operations.length);
  });

  test('every reference resolves', () => {
    const references = valuesOf('$ref', document);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references) {
      const found = String(reference)
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
      expect([reference, found]).not.toEqual([reference, undefined]);
    }
  });

  test('every component is used and has a valid name', () => {
    const { schemas, responses } = document.components;
    const defined = Object.entries({ schemas, responses }).flatMap(([kind, components]) =>
      Object.keys(components).map((name) => `#/components/${kind}/${name}`),
    );
    for (const name of defined) expect(name).toMatch(/^#\/components\/[a-z]+\/[a-zA-Z0-9._-]+$/);
    expect([...new Set(valuesOf('$ref', document))].map(String).toSorted(byCode)).toEqual(defined.toSorted(byCode));
  });

  test('every schema is plain JSON Schema 2020-12', () => {
    const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
    for (const schema of Object.values(document.components.schemas)) {
      for (const key of ['$schema', '$id', '$defs', 'default', 'nullable', 'definitions'])
        expect(valuesOf(key, schema)).toEqual([]);
      for (const type of valuesOf('type', schema)) {
        if (isObject(type) && !Array.isArray(type)) continue;
        for (const name of [type].flat()) expect(types).toContain(name);
      }
    }
  });

  test.each(documented)('$method $path', ({ path, method, described }) => {
    expect(methodList).toContain(method);
    expect(path).toMatch(/^\/(?:[\w.-]+|\{\w+\})(?:\/(?:[\w.-]+|\{\w+\}))*$/);
    expect(described.summary).toMatch(/^[A-Z].+\.$/);
    const declared = described.parameters ?? [];
    const inPath = declared.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(declared.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(declared.length);
    for (const parameter of declared) expect(parameter.schema).toHaveProperty('type');
    expect(method === 'get' && described.requestBody !== undefined).toBe(false);
    expect(described.responses).toHaveProperty('default', { $ref: '#/components/responses/Error' });
    const statuses = Object.keys(described.responses).filter((status) => status !== 'default');
    expect(statuses.length).toBeGreaterThan(0);
    for (const status of statuses) {
      expect(['200', '204']).toContain(status);
      expect(described.responses[status]).toHaveProperty('description');
    }
    for (const tag of described.tags) expect(document.tags).toContainEqual({ name: tag });
  });

  test('failures have the error envelope', () => {
    expect(document.components.schemas.ErrorBody).toEqual({
      type: 'object',
      properties: { errors: { type: 'array', items: { type: 'string' } } },
      required: ['errors'],
    });
  });

  test('the data envelope is declared exactly for the calls that use it', () => {
    const wrapped = documented.filter(({ described }) => JSON.stringify(described.responses).includes('"data"'));
    expect(wrapped.map(({ described }) => described.operationId).toSorted(byCode)).toEqual([
      'metrics.current',
      'views.kpis',
      'views.namespaceKpis',
      'views.namespaceTargets',
    ]);
  });

  test('only the health checks need no token if sign-in is on', () => {
    expect(documented.filter(({ described }) => described.security?.length === 0).map(({ path }) => path)).toEqual([
      '/healthz',
      '/readyz',
    ]);
  });
});
