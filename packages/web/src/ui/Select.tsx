import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';

/** The native select with our styles. Type-ahead, touch and screen readers work without any code. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        className="h-8 w-full appearance-none rounded-md border border-line-strong bg-surface pr-8 pl-3 text-base font-normal text-ink transition-colors hover:bg-sunken disabled:opacity-50 has-[option[value='']:checked]:text-ink-3"
        {...rest}
      />
      <Icon name="chevronDown" className="pointer-events-none absolute top-2 right-2 text-ink-3" />
    </span>
  );
}
