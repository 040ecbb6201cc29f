import { targetKey } from '../../domain/keys.ts';
import type { OperationOf } from '../operations/index.ts';
import type { Input, TimeParameter } from '../operations/operation.ts';
import type { Comparison, PotentialSavings } from '../schemas/costs.ts';
import type { AstSpecView, EnhancedTarget, TargetList } from '../schemas/targets.ts';
import type { ClusterTargets, TargetListItem } from '../schemas/views.ts';
import type { ClientLogger } from '../transport/logger.ts';
import type { Caller, CallOptions } from './caller.ts';
import { fetchOrSmaller, type Page, type PageAnswer, type PageRequest, pageLimit, paginate } from './pagination.ts';

/** The page size of the basic list for a server that names none, and of its first page from every server. */
export const basicPageSize = 250;
/**
 * The page size of enhanced items, savings and comparisons for a server that names none. It is small because these
 * items are expensive.
 */
export const defaultDetailedPageSize = 10;
/** The largest first page of savings and comparisons, so that the first figures arrive early. */
const firstCostPageSize = 25;

const rowPageSize = 20;

/** Limits a list to the number of items in a thousand pages of the basic list, for any page size. */
const maxPages = (limit: number): number => Math.ceil((pageLimit * basicPageSize) / limit);

type TargetPage = {
  readonly items: readonly AstSpecView[];
  /** The items whose workload exists, with details; empty unless requested. */
  readonly itemsEnhanced: readonly EnhancedTarget[];
  readonly total: number | null;
  readonly incomplete: boolean;
};

/** The page sizes that the server names, or the defaults. */
export type PageSizes = { readonly list: number; readonly detailed: number };

export const targetPages = (call: Caller, logger: ClientLogger | undefined, sizes: PageSizes) => ({
  /** The page size of enhanced items that the server names. */
  detailedPageSize: () => sizes.detailed,
  /** All targets, page by page. */
  async *pages(
    parameters: { readonly enhancedItems?: boolean | undefined; readonly limit?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<TargetPage, void, undefined> {
    const { enhancedItems = false, limit = enhancedItems ? sizes.detailed : basicPageSize } = parameters;
    const isBasic = !enhancedItems && parameters.limit === undefined;
    const ask = (page: PageRequest): Promise<TargetList> => call('targets.list', { enhancedItems, ...page }, options);
    const walk = paginate(ask, {
      limit,
      laterLimit: isBasic ? Math.max(limit, sizes.list) : limit,
      maxPages: maxPages(limit),
      logger,
      key: targetKey,
      name: enhancedItems ? 'enhanced targets' : 'targets',
    });
    for await (const { items, answer, total, incomplete } of walk) {
      const fresh = new Set(items.map(targetKey));
      const itemsEnhanced = (answer.itemsEnhanced ?? []).filter((item) => fresh.has(targetKey(item.aiscaletarget)));
      yield { items, itemsEnhanced, total, incomplete };
    }
  },
});

type RowPagesParameters = {
  readonly namespace: string;
  /**
   * true: the targets in autonomous mode; false: those in recommendation mode; absent: both, which some servers cannot
   * list together.
   */
  readonly managed?: boolean | undefined;
  readonly sort: string;
  /**
   * The number of rows, if it is known and the server sends no total. Without it, one more request is needed to
   * find the end.
   */
  readonly expected?: number | undefined;
  /**
   * Whether to request large pages from the start. Set it if the server is known to allow them: fewer requests are
   * needed.
   */
  readonly large?: boolean | undefined;
};

type RowPage = PageAnswer<TargetListItem> & { readonly computing?: boolean | undefined };

/**
 * Reads the rows of a namespace, page by page. If the first page has a total, larger pages are requested,
 * unless the server rejects them.
 */
export const namespaceTargetPages =
  (call: Caller, logger: ClientLogger | undefined) =>
  (
    { expected, large = false, ...query }: RowPagesParameters,
    options?: CallOptions,
  ): AsyncGenerator<Page<RowPage>, void, undefined> => {
    let size = large ? basicPageSize : rowPageSize;
    const ask = (page: PageRequest): Promise<RowPage> => call('views.namespaceTargets', { ...query, ...page }, options);
    const fetchPage = async ({ offset }: PageRequest): Promise<RowPage> => {
      const { answer, ...fetched } = await fetchOrSmaller(ask, { limit: size, offset }, rowPageSize);
      ({ size } = fetched);
      if (offset === 0 && answer.total != null) size = basicPageSize;
      return { ...answer, total: answer.total ?? expected };
    };
    return paginate(fetchPage, {
      limit: rowPageSize,
      maxPages: maxPages(rowPageSize),
      mayBeCapped: true,
      logger,
      key: targetKey,
      name: `targets of ${query.namespace}`,
    });
  };

type CostPagesParameters = { readonly start?: TimeParameter | undefined; readonly end?: TimeParameter | undefined };

type CostPages<T> = (parameters: CostPagesParameters, options?: CallOptions) => AsyncIterable<Page<PageAnswer<T>>>;

/** Rows without namespace and name cannot be identified, so none of them is dropped as a duplicate. */
const rowKey = (row: { namespace?: string | undefined; name?: string | undefined }): string | null =>
  row.name === undefined ? null : targetKey(row);

export function costPages(call: Caller, logger: ClientLogger | undefined, { detailed }: PageSizes) {
  const limit = Math.min(firstCostPageSize, detailed);
  const options = { limit, laterLimit: detailed, maxPages: maxPages(limit), logger, key: rowKey };
  const potentialSavingsPages: CostPages<PotentialSavings> = (range, callOptions) =>
    paginate((page) => call('costs.potentialSavingsBulk', { ...range, ...page }, callOptions), {
      ...options,
      name: 'potential savings',
    });
  const comparisonPages: CostPages<Comparison> = (range, callOptions) =>
    paginate((page) => call('costs.comparisonBulk', { ...range, ...page }, callOptions), {
      ...options,
      name: 'comparisons',
    });
  return { potentialSavingsPages, comparisonPages };
}

/** The filters and the sort of the list of all targets. */
export type ClusterTargetFilters = Omit<Input<OperationOf<'views.targets'>>, 'limit' | 'offset'>;

export const viewTargetPages =
  (call: Caller, logger: ClientLogger | undefined) =>
  ({ limit = basicPageSize, ...filters }: ClusterTargetFilters & { readonly limit?: number }, options?: CallOptions) =>
    paginate<ClusterTargets>((page) => call('views.targets', { ...filters, ...page }, options), {
      limit,
      logger,
      key: targetKey,
      name: 'all targets',
    });
