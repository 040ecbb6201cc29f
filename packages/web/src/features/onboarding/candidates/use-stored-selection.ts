import { useEffect, useState } from 'react';
import { forgetSelection, storedSelection, storeSelection } from '../../../browser/stored-selection.ts';

/**
 * The keys of the selected candidates of a namespace. They survive a redirect to the sign-in and back, which loads the
 * page again, but not a change of the page or of the namespace.
 *
 * @param isOpen false after the enrollment, when there is nothing left to keep
 */
export function useStoredSelection(namespace: string, isOpen: boolean) {
  const [selected, select] = useState<ReadonlySet<string>>(() => new Set(storedSelection(namespace)));
  useEffect(() => {
    if (isOpen && selected.size > 0) storeSelection(namespace, [...selected]);
    return forgetSelection;
  }, [namespace, selected, isOpen]);
  return [selected, select] as const;
}
