/** A promise that a test resolves with `open`. */
export function aGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const door = new EventTarget();
  const opened = new Promise<void>((resolve) => {
    door.addEventListener('open', () => resolve(), { once: true });
  });
  return { opened, open: () => void door.dispatchEvent(new Event('open')) };
}
