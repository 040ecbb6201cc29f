import { useCallback, useMemo } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import { type CostColumn, type RowSort, readRowSort, sortRows, writeRowSort } from './cost-column.ts';

/** The rows in the order that the address names; changing it is no step in the browser's history. */
export function useSortedRows<Row>(rows: readonly Row[] | null, columns: readonly CostColumn<Row>[], param: string) {
  const [params, change] = useViewParams();
  const text = params.get(param);
  const sort = useMemo(() => readRowSort(text, columns), [text, columns]);
  const sorted = useMemo(() => rows && sortRows(rows, columns, sort), [rows, columns, sort]);
  const onSort = useCallback(
    (next: RowSort) => change({ [param]: writeRowSort(next) }, { replace: true }),
    [change, param],
  );
  return { sorted, sort, onSort };
}
