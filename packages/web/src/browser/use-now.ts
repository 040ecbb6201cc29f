import { secondMs } from '@trimtab/core';
import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs` while the tab is visible. */
export function useNow(everyMs = secondMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    };
    const timer = setInterval(update, everyMs);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [everyMs]);
  return now;
}
