/** Something to wait for that a test lets happen. */
export function aGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const door = new EventTarget();
  const opened = new Promise<void>((resolve) => {
    door.addEventListener('open', () => resolve(), { once: true });
  });
  return { opened, open: () => void door.dispatchEvent(new Event('open')) };
}
