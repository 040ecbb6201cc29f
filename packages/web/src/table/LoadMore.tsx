import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';

export type LoadMoreProps = {
  isLoading: boolean;
  onLoadMore: () => void /** Names the list, as several stand on one page. */;
  label: string;
};

export function LoadMore({ isLoading, onLoadMore, label }: LoadMoreProps) {
  return (
    <div className="flex justify-center border-t py-2">
      {/* Not `disabled`: a button that disables itself under the finger drops the keyboard's focus. */}
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
