import { useSyncExternalStore } from 'react';

const query = matchMedia('print');
let isBetweenEvents = false;

function subscribe(onChange: () => void): () => void {
  const set = (next: boolean) => () => {
    isBetweenEvents = next;
    onChange();
  };
  const [before, after] = [set(true), set(false)];
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  query.addEventListener('change', onChange);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    query.removeEventListener('change', onChange);
  };
}

/** Whether the page is being printed. A component that uses this hook is drawn again before the browser prints it. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isBetweenEvents || query.matches);
}
