const gap = 6;
const margin = 8;

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/**
 * Returns the top left corner of a popup: on the preferred side of its trigger, or on the opposite side if there is not
 * enough space. If neither the left nor the right side has enough, it is placed above or below. It never covers the
 * trigger and never leaves the screen.
 */
export function placeIn(view: Size, popup: Size, anchor: Box, side: string | undefined): { left: number; top: number } {
  const centered = {
    left: anchor.left + (anchor.width - popup.width) / 2,
    top: anchor.top + (anchor.height - popup.height) / 2,
  };
  const above = anchor.top - popup.height - gap;
  const below = anchor.top + anchor.height + gap;
  const before = anchor.left - popup.width - gap;
  const after = anchor.left + anchor.width + gap;
  const hasRoomBefore = before >= margin;
  const hasRoomAfter = after + popup.width <= view.width - margin;
  const place = { ...centered };
  if (side === 'left' && (hasRoomBefore || hasRoomAfter)) place.left = hasRoomBefore ? before : after;
  else if (side === 'right' && (hasRoomBefore || hasRoomAfter)) place.left = hasRoomAfter ? after : before;
  else if (side === 'bottom') place.top = below + popup.height <= view.height - margin ? below : above;
  else place.top = above >= margin ? above : below;
  return {
    left: Math.round(Math.max(margin, Math.min(place.left, view.width - popup.width - margin))),
    top: Math.round(Math.max(margin, Math.min(place.top, view.height - popup.height - margin))),
  };
}

export function placeBeside(popup: HTMLElement, anchor: HTMLElement, side: string | undefined): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { left, top } = placeIn({ width, height }, popup.getBoundingClientRect(), anchor.getBoundingClientRect(), side);
  popup.style.left = `${left}px`;
  popup.style.top = `${top}px`;
}
