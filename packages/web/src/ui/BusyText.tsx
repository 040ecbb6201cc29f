import { Spinner } from './Spinner.tsx';

/** The text of a button while its action runs. The spinner has no name of its own, so that the button is named only once. */
export function BusyText({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden="true" className="inline-flex">
        <Spinner size={14} />
      </span>
      {children}
    </>
  );
}
