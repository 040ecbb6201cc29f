import { type ComponentProps, useId } from 'react';

export type FieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'id'> & {
  label: string;
  /** Why the value is invalid; null if it is valid. */
  problem: string | null;
  onText: (text: string) => void;
};

/** An input with its label above it and its problem below it. */
export function Field({ label, problem, onText, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small text-ink-3">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onText(event.target.value)}
        className="h-8 w-full rounded-md border border-line-strong bg-surface px-3 aria-invalid:border-danger"
      />
      <p id={`${id}-problem`} aria-live="polite" className="text-small text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}
