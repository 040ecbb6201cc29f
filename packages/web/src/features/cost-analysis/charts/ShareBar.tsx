import { classNames } from '../../../ui/class-names.ts';
import { fills } from './fills.ts';

const part = (dollars: number | null | undefined) => Math.max(0, dollars ?? 0);

/** A bar with the shares of savings and waste. The savings are drawn over the waste, so only one element changes its width. */
export function ShareBar(sums: { savings: number | null | undefined; waste: number | null | undefined }) {
  const [savings, waste] = [part(sums.savings), part(sums.waste)];
  const share = savings + waste > 0 ? savings / (savings + waste) : 0;
  return (
    <div aria-hidden="true" className="relative h-3 overflow-hidden rounded-sm bg-sunken">
      {waste > 0 ? <span className={classNames('absolute inset-0', fills.waste)} /> : null}
      <span
        className={classNames(
          'absolute inset-y-0 left-0',
          fills.savings,
          share > 0 && share < 1 && 'border-r-2 border-surface',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
