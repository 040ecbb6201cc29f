import { formatDate, minuteMs } from '@trimtab/core';
import { useNow } from '../../browser/use-now.ts';
import { usePrinting } from '../../browser/use-printing.ts';
import { useConfiguration } from '../../context/configuration.tsx';

/** The first line of a printed page: the product, the server, and when it was printed. */
export function PrintTitle() {
  const isPrinting = usePrinting();
  const now = useNow(minuteMs);
  const { api_base_url: api } = useConfiguration();
  if (!isPrinting) return null;
  return (
    <p className="mb-4 flex justify-between border-b pb-2 text-small">
      <span>Trimtab · {new URL(api || '/', location.origin).host}</span>
      <span>
        {formatDate(now, 'MMM d, yyyy')} {formatDate(now, 'HH:mm')}
      </span>
    </p>
  );
}
