import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';

/** The layout of a page without the console around it, such as sign-in: the logo with the content below it. */
export function Standalone({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[18vh] pb-12">
      <p className="mb-6 flex items-center gap-2">
        <Logo size={28} />
        <span className="text-title font-semibold tracking-tight">Trimtab</span>
      </p>
      <div className="w-full max-w-md">{children}</div>
    </main>
  );
}
