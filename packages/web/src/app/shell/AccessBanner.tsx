import { useAccessNotice } from '../../context/access-notice.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** Shown above the page while the API rejects calls. There is one banner for all of them. */
export function AccessBanner() {
  const notice = useAccessNotice();
  if (notice === null) return null;
  return (
    <div role="alert" className="flex items-center gap-3 bg-danger-soft px-4 py-2 text-danger lg:px-6">
      <Icon name="severityHigh" />
      <p className="min-w-0 max-sm:flex-1 first-letter:uppercase">{notice.text}</p>
      <Button onClick={notice.onAction}>{notice.action}</Button>
    </div>
  );
}
