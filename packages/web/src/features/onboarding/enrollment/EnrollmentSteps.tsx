import { Card } from '../../../ui/Card.tsx';

const steps = [
  ['Choose a namespace', 'Its workloads are looked up. Nothing is created yet.'],
  ['Enroll it, or a part of it', 'All eligible workloads at once, or only those you select.'],
  ['Read the advice', 'Home then shows what each target uses, needs and costs.'],
] as const;

/** What enrollment is, where no namespace is chosen yet. */
export function EnrollmentSteps() {
  return (
    <Card aria-label="How enrollment works">
      <ol className="grid divide-y sm:grid-cols-3 sm:divide-x sm:divide-y-0">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3 p-4">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-small font-semibold text-accent-strong"
            >
              {index + 1}
            </span>
            <div>
              <p className="leading-6 font-medium">{title}</p>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
