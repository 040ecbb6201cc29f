import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';

export type LoadMoreProps = {
  isLoading: boolean;
  onLoadMore: () => void;
  /** Names the list for screen readers, because a page may have several. */
  label: string;
};

export function LoadMore({ isLoading, onLoadMore, label }: LoadMoreProps) {
  return (
    <div className="flex justify-center border-t py-2">
      <p className="hidden print:block">The list is longer. Load More adds rows to the page before it is printed.</p>
      {/* `aria-disabled` instead of `disabled`, because a disabled button loses the keyboard focus. */}
      <Button
        look="quiet"
        aria-label={`Load More ${label}`}
        aria-disabled={isLoading}
        onClick={() => !isLoading && onLoadMore()}
      >
        {isLoading ? <Spinner label="Loading more" /> : null}
        Load More
      </Button>
    </div>
  );
}
