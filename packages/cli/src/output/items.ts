import { isRecord } from '@trimtab/core';

/** The items of a list as the API sends it, or wrapped in `data`; null if the data is not a list. */
export function itemsOf(data: unknown): unknown[] | null {
  if (Array.isArray(data)) return data;
  if (!isRecord(data)) return null;
  return Array.isArray(data['items']) ? data['items'] : isRecord(data['data']) ? itemsOf(data['data']) : null;
}
