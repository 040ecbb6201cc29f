import { classNames } from '../ui/class-names.ts';
import type { Column } from './columns.ts';

/**
 * A pinned cell covers the cells that scroll beneath it, so it needs its own background. `scroll-x` sets the variables only
 * if the table scrolls sideways, because the browser draws each pinned cell on its own.
 */
const pinned =
  '[position:var(--pin,static)] left-0 z-1 bg-surface after:pointer-events-none after:absolute after:inset-y-0 after:left-full after:w-2 after:bg-(image:--pin-edge) after:content-[var(--pin-mark,none)] font-medium group-hover/row:bg-canvas';

/**
 * Padding and alignment of the cells of each column. A text column that follows a number column gets more space before it.
 * The class `cell-spaces` of the table sets the variables.
 */
export const cellClassesOf = <Row>(columns: readonly Column<Row>[]): readonly string[] =>
  columns.map((column, index) => cellClasses(column, columns[index - 1], index === columns.length - 1));

function cellClasses<Row>(
  { align, isRowHeader }: Column<Row>,
  previous: Column<Row> | undefined,
  isLast: boolean,
): string {
  const followsNumbers = previous?.align === 'end' && align !== 'end';
  return classNames(
    previous === undefined ? 'pl-4' : followsNumbers ? 'pl-(--space-after-number)' : 'pl-(--cell-space)',
    isLast ? 'pr-4' : 'pr-(--cell-space)',
    align === 'end' ? 'text-right tabular-nums' : 'text-left',
    isRowHeader && pinned,
  );
}
