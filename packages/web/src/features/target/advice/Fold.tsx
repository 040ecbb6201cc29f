import { type ReactNode, useEffect, useState } from 'react';

/** Content behind its title. Print shows it open. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const print = () => setPrinted(true);
    const end = () => setPrinted(false);
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return (
    <details
      open={isOpen || isPrinted}
      onToggle={({ currentTarget }) => {
        if (!isPrinted) setOpen(currentTarget.open);
      }}
    >
      <summary className="min-h-6 cursor-pointer rounded-sm font-medium text-accent select-none">{title}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
