import { type ChangeCheck, verificationText } from '@trimtab/core';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icons.ts';

type Verdict = 'better' | 'worse' | 'same' | 'unclear';

const looks: Readonly<Record<Verdict, { tone: BadgeTone; icon: IconName | null; text: string }>> = {
  better: { tone: 'savings', icon: 'severityLow', text: 'Better' },
  worse: { tone: 'danger', icon: 'severityHigh', text: 'Worse' },
  same: { tone: 'neutral', icon: null, text: 'Same' },
  unclear: { tone: 'neutral', icon: null, text: 'Unclear' },
};

/** Whether a change helped, as far as known. */
export function VerdictBadge({ check, now }: { check: ChangeCheck; now: number }) {
  if (check.state !== 'done' || check.verdict === null)
    return <span className="text-small text-ink-3">{verificationText(check, now)}</span>;
  const { tone, icon, text } = looks[check.verdict];
  return (
    <Badge tone={tone}>
      {icon === null ? null : <Icon name={icon} size={13} />}
      {text}
    </Badge>
  );
}
