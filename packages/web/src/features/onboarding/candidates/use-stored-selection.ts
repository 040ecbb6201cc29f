import { useEffect, useState } from 'react';
import { forgetSelection, storedSelection, storeSelection } from '../../../browser/stored-selection.ts';

/**
 * The names of the selected candidates of a namespace. They survive a redirect to the sign-in and back, which loads the
 * page again, but not a change of the page or of the namespace, and not the enrollment.
 */
export function useStoredSelection(namespace: string) {
  const [selected, select] = useState<ReadonlySet<string>>(() => new Set(storedSelection(namespace)));
  useEffect(() => {
    if (selected.size > 0) storeSelection(namespace, [...selected]);
    return forgetSelection;
  }, [namespace, selected]);
  return [selected, select] as const;
}
