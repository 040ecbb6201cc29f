import { missingMark, predictedNeedBadge, type RecommendationType } from '@trimtab/core';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';

const tones = { hint: 'neutral', error: 'danger', change: 'accent' } as const;

export type NeedBadgeProps = { recommendation: { type: RecommendationType; label: string } };

/** The predicted need of a target. */
export function NeedBadge({ recommendation: { type, label } }: NeedBadgeProps) {
  const { tone, arrow } = predictedNeedBadge(type);
  return (
    <Badge tone={tones[tone]}>
      {arrow === 'up' ? <Icon name="arrowUp" label="Increase" size={12} /> : null}
      {arrow === 'down' ? <Icon name="arrowDown" label="Decrease" size={12} /> : null}
      <bdi className="truncate">{label || missingMark}</bdi>
    </Badge>
  );
}
