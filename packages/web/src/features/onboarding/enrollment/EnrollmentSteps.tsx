import { Card } from '../../../ui/Card.tsx';

const steps = [
  ['Choose a namespace', 'Trimtab looks up its workloads. Nothing is created yet.'],
  ['Enroll workloads', 'Enroll all eligible workloads, or only those you select.'],
  ['See the suggestions', 'Home then shows what each target uses, needs and costs.'],
] as const;

/** Explains the enrollment while no namespace is selected. */
export function EnrollmentSteps() {
  return (
    <Card aria-label="How enrollment works">
      <ol className="grid sm:grid-cols-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3 p-4 not-last:border-b sm:not-last:border-r sm:not-last:border-b-0">
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
