import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** One tab: its value, and what stands on it. */
export type Tab = { value: string; label: ReactNode };

const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
]);

/** A row of tabs over one panel; arrow keys, Home and End move. The chosen value belongs to the caller (state or URL). */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
  actions,
  flush = false,
  children,
}: {
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
  /** Beside the tabs: what can be done with what the panel shows. */
  actions?: ReactNode;
  /** The tabs stand on the page itself, in line with its heading, and not on a card with padding. */
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const at = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps.get(event.key);
    let next: number;
    if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = tabs.length - 1;
    else if (step !== undefined) next = (at + step + tabs.length) % tabs.length;
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
          className={classNames('flex gap-5', !flush && 'pl-4')}
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
