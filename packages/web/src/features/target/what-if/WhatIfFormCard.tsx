import { dayMs, whatIfScale } from '@trimtab/core';
import { type FormEvent, useId, useState } from 'react';
import { BusyText } from '../../../ui/BusyText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Slider } from '../../../ui/Slider.tsx';
import {
  assumptionLabels,
  formProblems,
  isAssumption,
  isLoadChoice,
  loadLabels,
  scalePresets,
  timeOf,
  type WhatIfForm,
  type WhatIfProblems,
  writeForm,
} from './what-if-form.ts';

export type WhatIfFormCardProps = {
  /** The inputs of the result that is shown. */
  asked: WhatIfForm;
  now: number;
  isBusy: boolean;
  onAsk: (form: WhatIfForm) => void;
};

/** The form that describes the load. Nothing is computed until the user submits it. */
export function WhatIfFormCard({ asked, now, isBusy, onAsk }: WhatIfFormCardProps) {
  const [form, setForm] = useState(asked);
  const [followed, setFollowed] = useState(asked);
  // Back, forward and links change the address, and the form follows. It does not follow the clock: at midnight, the times
  // that are offered at first change, but they are not in the address.
  if (JSON.stringify(writeForm(followed)) !== JSON.stringify(writeForm(asked))) {
    setFollowed(asked);
    setForm(asked);
  }
  const set = (changes: Partial<WhatIfForm>) => setForm((before) => ({ ...before, ...changes }));
  const problems = formProblems(form, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // If there are problems, the fields show them.
    if (Object.values(problems).every((problem) => problem === null)) onAsk(form);
  };
  return (
    <form noValidate className="flex flex-col gap-4 px-4 py-4" onSubmit={submit}>
      <Choice
        label="Load"
        labels={loadLabels}
        value={form.load}
        onText={(load) => (isLoadChoice(load) ? set({ load }) : undefined)}
      />
      {form.load === 'window' ? <Window form={form} now={now} problems={problems} set={set} /> : null}
      <Scale form={form} problem={problems.scale} set={set} />
      <Choice
        label="Requests"
        labels={assumptionLabels}
        value={form.assume}
        onText={(assume) => (isAssumption(assume) ? set({ assume }) : undefined)}
      />
      <Button type="submit" look="primary" aria-disabled={isBusy}>
        {isBusy ? <BusyText>Computing …</BusyText> : 'Compute'}
      </Button>
    </form>
  );
}

type PartProps = { form: WhatIfForm; set: (changes: Partial<WhatIfForm>) => void };

function Window({ form, now, problems, set }: PartProps & { now: number; problems: WhatIfProblems }) {
  const bounds = { min: timeOf(now - 14 * dayMs), max: timeOf(now) };
  return (
    <>
      <Field
        label="Start"
        type="datetime-local"
        {...bounds}
        value={form.from}
        problem={problems.from}
        onText={(from) => set({ from })}
      />
      <Field
        label="End"
        type="datetime-local"
        {...bounds}
        value={form.to}
        problem={problems.to}
        onText={(to) => set({ to })}
      />
    </>
  );
}

function Scale({ form: { scale }, problem, set }: PartProps & { problem: string | null }) {
  const { min, max } = whatIfScale;
  const position = problem === null ? Number(scale) : min;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Times this load"
        type="number"
        min={min}
        max={max}
        step="any"
        value={scale}
        problem={problem}
        onText={(text) => set({ scale: text })}
      />
      <Slider
        aria-label="Times this load, as a slider"
        share={(position - min) / (max - min)}
        min={min}
        max={max}
        step={0.1}
        value={position}
        onChange={(event) => set({ scale: event.target.value })}
      />
      <div className="flex gap-2">
        {scalePresets.map((preset) => (
          <Button
            key={preset}
            className="flex-1 aria-pressed:border-accent aria-pressed:text-accent aria-pressed:forced-color-adjust-none"
            aria-pressed={Number(scale) === Number(preset)}
            onClick={() => set({ scale: preset })}
          >
            ×{preset}
          </Button>
        ))}
      </div>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  labels: Readonly<Record<string, string>>;
  value: string;
  onText: (text: string) => void;
};

function Choice({ label, labels, value, onText }: ChoiceProps) {
  const field = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={field} className="text-small text-ink-3">
        {label}
      </label>
      <Select id={field} value={value} onChange={(event) => onText(event.target.value)}>
        {Object.entries(labels).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}
