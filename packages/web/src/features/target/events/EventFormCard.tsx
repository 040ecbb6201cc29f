import { formatCount } from '@trimtab/core';
import { useState } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { dayOf, type EventForm, earliestEnd, eventProblems } from './event-form.ts';
import { placeholder } from './event-placeholder.ts';

const fills = [
  ['High', placeholder.max],
  ['Low', placeholder.min],
  ['Average', placeholder.average],
] as const;

/** The form that describes the event. Its fields are also stored in the URL, so that a link shows the same event. */
export function EventFormCard({ now }: { now: number }) {
  const [params, change] = useViewParams();
  // The inputs write to the URL but do not read from it, because the router updates it late and would lose keystrokes.
  const [form, setForm] = useState<EventForm>(() => ({
    value: params.get('value') ?? '',
    start: params.get('start') ?? '',
    end: params.get('end') ?? '',
  }));
  const today = dayOf(now);
  const problems = eventProblems(form, today);
  const set = (field: keyof EventForm) => (text: string) => {
    setForm((before) => ({ ...before, [field]: text }));
    change({ [field]: text || null }, { replace: true });
  };
  return (
    // The form is not submitted, because there is no API call for it yet.
    <form className="flex flex-col gap-4 px-4 py-4" onSubmit={(event) => event.preventDefault()}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
        <dt className="text-ink-3">Metric</dt>
        <dd className="text-right font-medium">{placeholder.metric}</dd>
        <dt className="text-ink-3">Min</dt>
        <dd className="text-right">{formatCount(placeholder.min)}</dd>
        <dt className="text-ink-3">Max</dt>
        <dd className="text-right">{formatCount(placeholder.max)}</dd>
        <dt className="text-ink-3">Avg</dt>
        <dd className="text-right">{formatCount(placeholder.average)}</dd>
      </dl>
      <div>
        <Field
          label="Anticipated value"
          type="number"
          min={0}
          step="any"
          value={form.value}
          problem={problems.value}
          onText={set('value')}
        />
        <div className="mt-2 flex gap-2">
          {fills.map(([label, value]) => (
            <Button key={label} className="flex-1" onClick={() => set('value')(String(value))}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      <Field
        label="Start date"
        type="date"
        min={today}
        value={form.start}
        problem={problems.start}
        onText={set('start')}
      />
      <Field
        label="End date"
        type="date"
        min={earliestEnd(form.start, today)}
        value={form.end}
        problem={problems.end}
        onText={set('end')}
      />
    </form>
  );
}
