import { secondMs } from '@trimtab/core';
import { useEffect, useState } from 'react';

/** The time, told again every second (or slower) while the tab is visible: for ages that tick. */
export function useNow(everyMs = secondMs): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    };
    const timer = setInterval(tell, everyMs);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [everyMs]);
  return now;
}
