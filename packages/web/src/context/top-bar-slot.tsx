import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

const SlotContext = createContext<{ slot: HTMLElement | null; setSlot: (element: HTMLElement | null) => void } | null>(
  null,
);

function useSlot() {
  const value = useContext(SlotContext);
  if (value === null) throw new Error('TopBarSlot and TopBarAction need a TopBarSlotProvider above them.');
  return value;
}

/** Lets pages render into the top bar. */
export function TopBarSlotProvider({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return <SlotContext value={{ slot, setSlot }}>{children}</SlotContext>;
}

/** The place in the top bar that pages render into. The shell renders it once. */
export function TopBarSlot() {
  const { setSlot } = useSlot();
  return <div ref={setSlot} className="contents" />;
}

/** Renders its children in the top bar while the page is shown. */
export function TopBarAction({ children }: { children: ReactNode }) {
  const { slot } = useSlot();
  return slot === null ? null : createPortal(children, slot);
}
