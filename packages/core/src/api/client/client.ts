import type { ExtensionCall } from '../operations/extension-calls.ts';
import { firstViews, listTargets } from '../operations/first.ts';
import type { OperationId } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { hostOf, readBaseUrl } from '../transport/address.ts';
import type { ClientClock } from '../transport/clock.ts';
import type { FetchLike } from '../transport/fetch.ts';
import type { ClientLogger } from '../transport/logger.ts';
import { createRequester, defaultDeadlineMs } from '../transport/request.ts';
import type { RetryBudget } from '../transport/retry-budget.ts';
import type { TokenProvider } from '../transport/token-session.ts';
import { createCaller, createMethods, type DeclarationOf } from './caller.ts';
import { artifactCalls, namespaceCalls, targetCalls } from './custom-calls.ts';
import { diagnosticCalls } from './diagnostics.ts';
import {
  basicPageSize,
  costPages,
  defaultDetailedPageSize,
  namespaceTargetPages,
  targetPages,
  viewTargetPages,
} from './target-pages.ts';
import { createWriteKeys, type SendOnce, sendWritesOnce, type WriteKeys } from './write-keys.ts';

export type ClientOptions = {
  /** Address of the API. Empty: the origin of the page. */
  readonly baseUrl: string;
  /** Default: the fetch of the platform. */
  readonly fetch?: FetchLike | undefined;
  /** Default: calls carry no token. */
  readonly token?: TokenProvider | undefined;
  readonly clock?: ClientClock | undefined;
  readonly logger?: ClientLogger | undefined;
  /**
   * The extensions that the server announces. Calls of other extensions are not sent; they fail as on a server that
   * does not have them. Absent: all are sent.
   */
  readonly extensions?: ReadonlySet<ExtensionCall> | undefined;
  /** Page size of the basic list of targets after its first page. Default: 250, which every server accepts. */
  readonly listPageSize?: number | undefined;
  /** Page size of enhanced items, savings and comparisons. Default: 10, which every server accepts. */
  readonly detailedPageSize?: number | undefined;
  /** Returns a number in [0, 1), for the jitter of retries. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  /**
   * Where the `Idempotency-Key` of a write with an unknown outcome is remembered. Default: in the memory of this client.
   * False: writes carry no key. A page must not send it to an API of another origin, which may not allow the header: the
   * browser would then block every write.
   */
  readonly writeKeys?: WriteKeys | boolean | undefined;
  /** Time limit of a call, including all retries and waits. Default: 30 s. */
  readonly deadlineMs?: number | undefined;
  /** The limit of retries. Clients with the same object share the limit. Default: a limit for this client only. */
  readonly retries?: RetryBudget | undefined;
  /** Cancels every call, in addition to the signal of the call itself. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the milliseconds when calls wait because of a limit of the server, and with null when none waits. */
  readonly onLimit?: ((waitMs: number | null) => void) | undefined;
};

const withoutKeys: SendOnce = (call, send) => send(call);

/**
 * The client for a program that must start fast. It contains only the declarations of the first screen's calls. `load`
 * loads more, among them the one of this call, when it is first needed. If that fails, the call rejects with the error of
 * `load`.
 */
export function createPageClient(
  options: ClientOptions,
  load: (id: OperationId) => Promise<readonly Operation[]>,
): Client {
  const known = new Map<string, Operation>();
  const add = (declared: readonly Operation[]) => {
    for (const each of declared) known.set(each.id, each);
  };
  add([listTargets, ...firstViews]);
  return buildClient(options, async (id) => {
    if (!known.has(id)) add(await load(id));
    const found = known.get(id);
    if (found === undefined) throw new TypeError(`No operation ${id}`);
    return found;
  });
}

export type Client = ReturnType<typeof buildClient>;

export function buildClient(options: ClientOptions, declarationOf: DeclarationOf) {
  const baseUrl = readBaseUrl(options.baseUrl);
  const {
    logger,
    listPageSize = basicPageSize,
    detailedPageSize = defaultDetailedPageSize,
    writeKeys = true,
  } = options;
  const pageSizes = { list: listPageSize, detailed: detailedPageSize };
  const clock = options.clock ?? { now: () => Date.now() };
  const request = createRequester({
    baseUrl,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    token: options.token,
    clock,
    logger,
    random: options.random ?? Math.random,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    retries: options.retries,
    signal: options.signal,
    onLimit: options.onLimit,
  });
  const call = createCaller(
    declarationOf,
    request,
    writeKeys === false ? withoutKeys : sendWritesOnce(writeKeys === true ? createWriteKeys(clock) : writeKeys),
    hostOf(baseUrl),
    options.extensions,
  );
  const method = createMethods(call);

  return {
    /** Address of the API, without a slash at its end. Empty: the origin of the page. */
    baseUrl,
    targets: {
      list: method('targets.list'),
      inNamespace: method('targets.inNamespace'),
      get: method('targets.get'),
      pods: method('targets.pods'),
      cleanup: method('targets.cleanup'),
      findByOwner: method('targets.findByOwner'),
      preflight: method('targets.preflight'),
      ...targetCalls(call),
      ...targetPages(call, logger, pageSizes),
    },
    views: {
      kpis: method('views.kpis'),
      namespaceKpis: method('views.namespaceKpis'),
      namespaceTargets: method('views.namespaceTargets'),
      targets: method('views.targets'),
      targetPages: viewTargetPages(call, logger),
      changes: method('views.changes'),
      recordExport: method('views.recordExport'),
      preflight: method('views.preflight'),
      costAnalysis: method('views.costAnalysis'),
      namespaceTargetPages: namespaceTargetPages(call, logger),
    },
    namespaces: namespaceCalls(call),
    costs: {
      potentialSavings: method('costs.potentialSavings'),
      potentialSavingsBulk: method('costs.potentialSavingsBulk'),
      comparison: method('costs.comparison'),
      comparisonBulk: method('costs.comparisonBulk'),
      nodes: method('costs.nodes'),
      settings: method('costs.settings'),
      saveSettings: method('costs.saveSettings'),
      recordUnoptimized: method('costs.recordUnoptimized'),
      ...costPages(call, logger, pageSizes),
    },
    extensions: {
      explain: method('extensions.explain'),
      reportCard: method('extensions.reportCard'),
      outlook: method('extensions.outlook'),
      whatIf: method('extensions.whatIf'),
      setLimitPolicy: method('extensions.setLimitPolicy'),
      tradeOff: method('extensions.tradeOff'),
      reliability: method('extensions.reliability'),
      /** The bytes of the log, for `podLogLines` of `@trimtab/core/pod-log`. */
      logs: method('extensions.logs'),
    },
    metrics: {
      target: method('metrics.target'),
      current: method('metrics.current'),
      currentBulk: method('metrics.currentBulk'),
      bulk: method('metrics.bulk'),
      timeseries: method('metrics.timeseries'),
      catalog: method('metrics.catalog'),
      targetCatalog: method('metrics.targetCatalog'),
    },
    suggestions: {
      list: method('suggestions.list'),
      create: method('suggestions.create'),
      createInNamespace: method('suggestions.createInNamespace'),
      createBulk: method('suggestions.createBulk'),
    },
    queue: { pop: method('queue.pop'), stats: method('queue.stats'), setStatus: method('queue.setStatus') },
    artifacts: { list: method('artifacts.list'), get: method('artifacts.get'), ...artifactCalls(call) },
    connectors: {
      list: method('connectors.list'),
      metrics: method('connectors.metrics'),
      metric: method('connectors.metric'),
      series: method('connectors.series'),
      timeseries: method('connectors.timeseries'),
    },
    insights: { create: method('insights.create'), active: method('insights.active') },
    diagnostics: diagnosticCalls(call),
    system: { health: method('system.health'), ready: method('system.ready'), openapi: method('system.openapi') },
  };
}
