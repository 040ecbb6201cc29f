import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

/** A square button of 32 px with an icon. The label is its name for screen readers. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 transition-colors duration-100 hover:bg-sunken hover:text-ink disabled:opacity-50 print:hidden',
        className,
      )}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
