import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from './router.tsx';

/** Marks a navigation that was started by a tab: `navigate(path, { state: chosenByTab })`. */
export const chosenByTab = 'tab';

/**
 * Restores the focus to the selected tab after a navigation by tab. If each tab is a separate route, choosing one remounts
 * the row of tabs and the focus is lost. Attach the returned ref to an element around the tabs. A reload and the browser's
 * back button do not move the focus.
 */
export function useTabFocus(): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const { state } = useLocation();
  const wasChosen = state === chosenByTab;
  useEffect(() => {
    if (wasChosen) frame.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [wasChosen]);
  return frame;
}
