import { targetKey } from '../../domain/keys.ts';
import type { OperationOf } from '../operations/index.ts';
import type { Input, TimeParameter } from '../operations/operation.ts';
import type { Comparison, PotentialSavings } from '../schemas/costs.ts';
import type { AstSpecView, EnhancedTarget, TargetList } from '../schemas/targets.ts';
import type { ClusterTargets } from '../schemas/views.ts';
import type { ClientLogger } from '../transport/logger.ts';
import type { Caller, CallOptions } from './caller.ts';
import { type Page, type PageAnswer, type PageRequest, pageLimit, paginate } from './pagination.ts';

const basicPageSize = 250;
/** Page size of enhanced items, savings and comparisons, which are more expensive for the server. */
const detailedPageSize = 10;

/** Limits a list to the number of items in a thousand pages of the basic list, for any page size. */
const maxPages = (limit: number): number => Math.ceil((pageLimit * basicPageSize) / limit);

type TargetPage = {
  readonly items: readonly AstSpecView[];
  /** The items whose workload exists, with details; empty unless requested. */
  readonly itemsEnhanced: readonly EnhancedTarget[];
  readonly total: number | null;
  readonly incomplete: boolean;
};

export const targetPages = (call: Caller, logger: ClientLogger | undefined) => ({
  /** All targets, page by page. */
  async *pages(
    parameters: { readonly enhancedItems?: boolean | undefined; readonly limit?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<TargetPage, void, undefined> {
    const { enhancedItems = false, limit = enhancedItems ? detailedPageSize : basicPageSize } = parameters;
    const ask = (page: PageRequest): Promise<TargetList> => call('targets.list', { enhancedItems, ...page }, options);
    const walk = paginate(ask, {
      limit,
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

type CostPagesParameters = {
  readonly start?: TimeParameter | undefined;
  readonly end?: TimeParameter | undefined;
  readonly limit?: number | undefined;
};

type CostPages<T> = (parameters: CostPagesParameters, options?: CallOptions) => AsyncIterable<Page<PageAnswer<T>>>;

/** Rows without namespace and name cannot be identified, so none of them is dropped as a duplicate. */
const rowKey = (row: { namespace?: string | undefined; name?: string | undefined }): string | null =>
  row.name === undefined ? null : targetKey(row);

export function costPages(call: Caller, logger: ClientLogger | undefined) {
  const potentialSavingsPages: CostPages<PotentialSavings> = ({ limit = detailedPageSize, ...range }, options) =>
    paginate((page) => call('costs.potentialSavingsBulk', { ...range, ...page }, options), {
      limit,
      maxPages: maxPages(limit),
      logger,
      key: rowKey,
      name: 'potential savings',
    });
  const comparisonPages: CostPages<Comparison> = ({ limit = detailedPageSize, ...range }, options) =>
    paginate((page) => call('costs.comparisonBulk', { ...range, ...page }, options), {
      limit,
      maxPages: maxPages(limit),
      logger,
      key: rowKey,
      name: 'comparisons',
    });
  return { potentialSavingsPages, comparisonPages };
}

/** What the list of all targets is filtered and sorted by. */
export type ClusterTargetFilters = Omit<Input<OperationOf<'views.targets'>>, 'limit' | 'offset'>;

/** The whole list of all targets, page by page. */
export const viewTargetPages =
  (call: Caller, logger: ClientLogger | undefined) => (filters: ClusterTargetFilters, options?: CallOptions) =>
    paginate<ClusterTargets>((page) => call('views.targets', { ...filters, ...page }, options), {
      limit: basicPageSize,
      logger,
      key: targetKey,
      name: 'all targets',
    });
