/** For an element that scrolls and holds nothing that takes the focus: the keyboard must be able to scroll it too. */
export const keyboardScroll = { tabIndex: 0 } as const;
