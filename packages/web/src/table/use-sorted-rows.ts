import { useCallback, useMemo } from 'react';
import { useViewParams } from '../browser/search-params.ts';
import type { Column } from './columns.ts';
import { type RowSort, readSort, sortByColumn, writeSort } from './sort.ts';

/**
 * Sorts a list in the browser. The sort is stored in the search parameter `param`; changing it adds no entry to the
 * browser's history.
 */
export function useSortedRows<Row>(rows: readonly Row[] | null, columns: readonly Column<Row>[], param: string) {
  const [params, change] = useViewParams();
  const text = params.get(param);
  const sort = useMemo(() => readSort(text, columns), [text, columns]);
  const sorted = useMemo(() => rows && sortByColumn(rows, columns, sort), [rows, columns, sort]);
  const onSort = useCallback(
    (next: RowSort) => change({ [param]: writeSort(next) }, { replace: true }),
    [change, param],
  );
  return { sorted, sort, onSort };
}
