import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const box =
  'relative block size-4 shrink-0 appearance-none rounded-sm border border-ink-3 bg-surface transition-colors duration-100 disabled:opacity-50';
const filled = 'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent';
// A larger hit area than the visible box, for touch.
const reach = "before:absolute before:-inset-3 before:content-['']";
const mark =
  "after:absolute after:inset-0 after:hidden after:bg-on-accent after:content-[''] checked:after:block indeterminate:after:block";
const shapes =
  'checked:after:[clip-path:polygon(14%_53%,25%_42%,42%_59%,75%_24%,87%_34%,42%_81%)] indeterminate:after:[clip-path:polygon(20%_43%,80%_43%,80%_57%,20%_57%)]';

/** A checkbox that looks the same in every browser and theme. `isMixed` means that only some rows of a list are selected. */
export function Checkbox({ isMixed = false, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { isMixed?: boolean }) {
  return (
    <input
      type="checkbox"
      ref={(element) => {
        if (element !== null) element.indeterminate = isMixed;
      }}
      // In forced-colors mode only the native checkbox shows its check mark.
      className={classNames(
        box,
        filled,
        reach,
        mark,
        shapes,
        'forced-colors:appearance-auto forced-colors:after:hidden',
      )}
      {...rest}
    />
  );
}
