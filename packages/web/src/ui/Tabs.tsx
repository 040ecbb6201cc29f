import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type Tab = { value: string; label: ReactNode };

export type TabsProps = {
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  /** Names the row of tabs for screen readers. */
  label: string;
  /** Buttons beside the tabs that apply to the content of the panel. */
  actions?: ReactNode;
  /** For tabs on the page itself, aligned with its heading, instead of in a card with padding. */
  flush?: boolean;
  /** The content of the chosen tab. */
  children: ReactNode;
};

const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
]);

/**
 * A row of tabs over one panel. Arrow keys, Home and End choose a tab. The caller stores the chosen value, in its state or
 * in the URL.
 */
export function Tabs({ tabs, value, onChange, label, actions, flush = false, children }: TabsProps) {
  const id = useId();
  const current = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps.get(event.key);
    let next: number;
    if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = tabs.length - 1;
    else if (step !== undefined) next = (current + step + tabs.length) % tabs.length;
    else return;
    event.preventDefault();
    const tab = tabs[next];
    if (tab === undefined) return;
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    onChange(tab.value);
  };
  return (
    <>
      <div className="flex items-center justify-between gap-4 border-b pr-1">
        <div
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className={classNames(
            // On a narrow screen the tabs wrap, so that all of them are visible.
            '-mb-px flex min-w-0 gap-x-5 overflow-x-auto overflow-y-hidden pr-1 pb-px whitespace-nowrap max-sm:flex-wrap max-sm:gap-x-4',
            flush ? '-ml-1 pl-1' : 'pl-4',
          )}
        >
          {tabs.map((tab) => {
            const isChosen = tab.value === value;
            return (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-${tab.value}`}
                aria-selected={isChosen}
                aria-controls={`${id}-panel`}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => onChange(tab.value)}
                className={classNames(
                  '-mx-1 -mb-px flex h-9 items-center gap-2 border-b-2 px-1 text-base font-medium -outline-offset-2 transition-colors',
                  isChosen ? 'border-accent text-ink' : 'border-transparent text-ink-3 hover:text-ink',
                )}
              >
                {tab.label}
              </button>
            );
          })}
        </div>
        {actions}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
