/** A figure with its unit; the unit is quieter, so that a column of figures reads as figures. */
export function ValueUnit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="whitespace-nowrap">
      {value}
      {unit === '' ? null : <span className="ml-0.5 text-ink-3">{unit}</span>}
    </span>
  );
}
