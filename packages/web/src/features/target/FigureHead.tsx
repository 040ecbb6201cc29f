/** The header of a short table of figures: the first column names the rows, the others have numbers. */
export function FigureHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead className="text-small text-ink-3">
      <tr>
        {columns.map((column, index) => (
          <th
            key={column}
            scope="col"
            className={index === 0 ? 'text-left font-medium' : 'pl-3 text-right font-medium'}
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
