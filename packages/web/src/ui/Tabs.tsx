import { Tabs as Primitive } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

/** One tab: its value, and what stands on it. */
export type Tab = { value: string; label: ReactNode };

/** A row of tabs over one panel; arrow keys move, the chosen value belongs to the caller (state or URL). */
export function Tabs({
  tabs,
  value,
  onChange,
  label,
  children,
}: {
  tabs: Tab[];
  value: string;
  onChange: (value: string) => void;
  label: string;
  children: ReactNode;
}) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Primitive.List aria-label={label} className="flex gap-5 border-b px-4">
        {tabs.map((tab) => (
          <Primitive.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-9 items-center gap-2 border-b-2 border-transparent text-base font-medium text-ink-3 transition-colors hover:text-ink data-[active]:border-accent data-[active]:text-ink"
          >
            {tab.label}
          </Primitive.Tab>
        ))}
      </Primitive.List>
      <Primitive.Panel value={value}>{children}</Primitive.Panel>
    </Primitive.Root>
  );
}
