/** A value with its unit, as in `641.3M`. The unit is lighter, so that the numbers of a column are easy to compare. */
export function ValueUnit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="whitespace-nowrap">
      {value}
      {unit === '' ? null : <span className="text-ink-3">{unit}</span>}
    </span>
  );
}
