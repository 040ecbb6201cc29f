import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The state of a navigation that a tab made: `navigate(path, { state: chosenByTab })`. */
export const chosenByTab = 'tab';

/**
 * Where each tab is a route of its own, choosing one draws the row of tabs anew and the focus is lost. It comes back to the
 * chosen tab inside the element of this ref; a reload and a step back do not move it.
 */
export function useTabFocus(): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const { state }: { state: unknown } = useLocation();
  const type = useNavigationType();
  const wasChosen = type === NavigationType.Push && state === chosenByTab;
  useEffect(() => {
    if (wasChosen) frame.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, [wasChosen]);
  return frame;
}
