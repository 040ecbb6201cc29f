import { formatMoney, truncateLabel } from '@trimtab/core';
import type { CSSProperties } from 'react';
import { Link } from '../../../browser/router.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { barStaggerMs } from '../motion.ts';
import { fills } from './fills.ts';

/** One bar, in dollars. */
export type HorizontalBar = {
  key: string;
  label: string;
  dollars: number;
  href?: string;
  /** How the dollars were computed. */
  explanation?: string | null;
};

/** Shown instead of the bars if there is no waste. */
export const noWaste = {
  title: 'No waste data',
  detail: 'Targets in recommendation mode appear here when their requests can be compared with a suggestion.',
};

export type HorizontalBarsProps = { label: string; bars: readonly HorizontalBar[]; tone: 'savings' | 'waste' };

/** Horizontal bars. The longest one has the full width. */
export function HorizontalBars({ label, bars, tone }: HorizontalBarsProps) {
  const longest = Math.max(...bars.map(({ dollars }) => dollars), 0);
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {bars.map(({ key, label: name, dollars, href, explanation }, index) => {
        const text = <bdi>{truncateLabel(name)}</bdi>;
        const length = longest > 0 ? Math.max(0, dollars / longest) * 100 : 0;
        const style: CSSProperties = { width: `${length}%`, transitionDelay: `${index * barStaggerMs()}ms` };
        return (
          <li key={key} className="flex min-w-0 flex-col gap-1">
            <span className="flex items-baseline justify-between gap-4">
              <Tooltip text={name}>
                {href === undefined ? (
                  <span className="min-w-0 break-words">{text}</span>
                ) : (
                  <Link to={href} className="min-w-0 break-words text-accent hover:underline">
                    {text}
                  </Link>
                )}
              </Tooltip>
              <Tooltip text={explanation}>
                <span
                  {...(explanation ? focusable : {})}
                  className="rounded-sm text-right font-medium whitespace-nowrap"
                >
                  {formatMoney(dollars)}
                </span>
              </Tooltip>
            </span>
            <span aria-hidden="true" className="block h-2.5 overflow-hidden rounded-sm bg-sunken">
              <span
                className={classNames(
                  'block h-full min-w-0.5 origin-left rounded-sm transition-transform duration-300 ease-calm starting:scale-x-0',
                  fills[tone],
                )}
                style={style}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
