import { Spinner } from '../../ui/Spinner.tsx';

/** Shown while a page's code loads. It is as high as the screen so that the footer does not jump. */
export function PagePending() {
  return (
    <div className="flex min-h-dvh justify-center py-24 text-ink-3">
      <Spinner label="Loading the page" size={20} />
    </div>
  );
}
