import { ApiError, isRecord, operations, pageLimit } from '@trimtab/core';
import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { type ApiRequest, callApi } from './api-call.ts';

type Page = {
  items: unknown[];
  total: number | null;
  /** The answer with other items. */
  withItems: (items: unknown[]) => unknown;
};

/** A list as the API sends it, or wrapped in `data`; null for anything else. */
function pageOf(answer: unknown): Page | null {
  if (!isRecord(answer)) return null;
  const { items, total, data } = answer;
  if (Array.isArray(items)) {
    return {
      items,
      total: typeof total === 'number' ? total : null,
      withItems: (all) => ({ ...answer, items: all }),
    };
  }
  const inner = isRecord(data) ? pageOf(data) : null;
  return inner && { ...inner, withItems: (all) => ({ ...answer, data: inner.withItems(all) }) };
}

function atOffset(path: string, offset: number): string {
  const [place = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('offset', String(offset));
  return `${place}?${parameters.toString()}`;
}

/** Whether the API has this list only as a whole. Of unknown paths it is not known. */
function isUnpaged(path: string): boolean {
  const parts = (path.split('?')[0] ?? '').split('/');
  const matching = operations.filter((operation) => {
    const names = operation.path.split('/');
    const isSame = names.every((name, index) => name === parts[index] || (name.startsWith('{') && parts[index] !== ''));
    return operation.method === 'GET' && names.length === parts.length && isSame;
  });
  return matching.length > 0 && matching.every(({ query }) => query?.['offset'] === undefined);
}

async function readPage(context: Context, request: ApiRequest, path: string): Promise<Page> {
  const content = await callApi(context, { ...request, path });
  const page = content.kind === 'data' ? pageOf(content.data) : null;
  if (page !== null) return page;
  throw new UsageError(`${request.path} does not answer with a list.`, 'Remove --paginate.');
}

/**
 * Reads all pages of a list and returns them as one answer. Pages may be shorter than requested, because servers limit
 * them. The list ends when its total is reached, at an empty page, or at a page that equals the one before, which a
 * server without paging sends. A strict server refuses the second page of a list without pages.
 * `incomplete` is a sentence if the list ended before its total, otherwise null.
 */
export async function readPages(
  context: Context,
  request: ApiRequest,
): Promise<{ data: unknown; incomplete: string | null }> {
  const start = Number(new URLSearchParams(request.path.split('?')[1] ?? '').get('offset') ?? 0);
  const first = await readPage(context, request, request.path);
  const items = [...first.items];
  let { total } = first;
  let before = first.items;
  const mostPages = isUnpaged(request.path) ? 1 : pageLimit;
  for (
    let pages = 1;
    before.length > 0 && pages < mostPages && start + items.length < (total ?? Infinity);
    pages += 1
  ) {
    const page = await readPage(context, request, atOffset(request.path, start + items.length)).catch(
      (error: unknown) => {
        if (pages === 1 && error instanceof ApiError && error.status === 400) return null;
        throw error;
      },
    );
    if (page === null) break;
    if (JSON.stringify(page.items) === JSON.stringify(before)) break;
    for (const item of page.items) items.push(item);
    before = page.items;
    total = page.total ?? total;
  }
  const received = start + items.length;
  const isWhole = total === null || received >= total || first.items.length === 0;
  return {
    data: first.withItems(items),
    incomplete: isWhole ? null : `The API ended the list after ${received} of ${total} items.`,
  };
}
