/** For a text or an icon with a tooltip: the keyboard must reach it too. */
export const explained = { tabIndex: 0 } as const;
