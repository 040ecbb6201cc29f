import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

const SlotContext = createContext<{ slot: HTMLElement | null; setSlot: (element: HTMLElement | null) => void } | null>(
  null,
);

function useSlot() {
  const value = useContext(SlotContext);
  if (value === null) throw new Error('The top bar slot needs a TopBarSlotProvider above it.');
  return value;
}

/** Connects the place in the top bar with the pages that fill it. */
export function TopBarSlotProvider({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return <SlotContext value={{ slot, setSlot }}>{children}</SlotContext>;
}

/** The place itself; the shell renders it once. */
export function TopBarSlot() {
  const { setSlot } = useSlot();
  return <div ref={setSlot} className="contents" />;
}

/** What a page puts into the top bar while it is shown: its export button. */
export function TopBarAction({ children }: { children: ReactNode }) {
  const { slot } = useSlot();
  return slot === null ? null : createPortal(children, slot);
}
