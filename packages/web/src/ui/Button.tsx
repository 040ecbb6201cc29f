import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The looks of a button: at most one `primary` on a screen, `quiet` inside tables and bars. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet';

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-sunken hover:text-ink',
};

export function buttonClasses(look: ButtonLook = 'secondary'): string {
  return classNames(
    'inline-flex h-8 items-center justify-center gap-2 rounded-md border px-3 text-base font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:opacity-50 print:hidden',
    looks[look],
  );
}

/** A button, 32 px high. */
export function Button({
  look = 'secondary',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={classNames(buttonClasses(look), className)} {...rest} />;
}
