import { type NamespaceGroup, targetKey } from '@trimtab/core';
import { useCallback, useState } from 'react';
import { targetInPath } from '../../../browser/paths.ts';
import { useLocation } from '../../../browser/router.tsx';

type OpenNamespace = {
  /** The key of the target whose page is shown; null on other pages. */
  current: string | null;
  /** The namespace that is open; null if none is. */
  open: string | null;
  toggle: (namespace: string, isOpen: boolean) => void;
};

/** Only one namespace is open. Initially it is the first one or, on a target's page, the namespace of the target. */
export function useOpenNamespace(groups: readonly NamespaceGroup<unknown>[]): OpenNamespace {
  const { pathname } = useLocation();
  const target = targetInPath(pathname);
  const current = target === null ? null : targetKey(target);
  // Undefined until the user chooses a namespace, because a later page of targets may contain a namespace that sorts
  // first.
  const [chosen, setChosen] = useState<string | null | undefined>(target?.namespace);
  const [shown, setShown] = useState(current);
  if (current !== shown) {
    setShown(current);
    if (target !== null) setChosen(target.namespace);
  }
  const toggle = useCallback((namespace: string, isOpen: boolean) => setChosen(isOpen ? null : namespace), []);
  return { current, open: chosen === undefined ? (groups[0]?.namespace ?? null) : chosen, toggle };
}
