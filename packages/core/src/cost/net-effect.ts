import { finiteOrNull } from '../domain/resource.ts';
import { formatMoneyShort } from '../format/money.ts';
import { yearlyFigure } from './periods.ts';

/** The waste or the need of a target, and what all its suggestions save together, in dollars an hour. */
type Effects = {
  /** The larger of the vertical and the horizontal gap. */
  readonly hourly: number | null | undefined;
  /** Absent from servers without this extension. */
  readonly net: number | null | undefined;
};

/** Smaller differences from the larger gap are not mentioned. */
const sameWithin = 0.1;
/** Dollars a year that are shown as $0.00. */
const shownAsZero = 0.005;

/**
 * Dollars a year that applying all suggestions together saves, if they differ from the larger gap in sign or by more
 * than 10 %; otherwise null. The gaps of the two directions are computed separately, so the larger one may be a saving
 * although all suggestions together cost more. See docs/contract/costs.md#potential-savings.
 */
export function differingNetEffect({ hourly, net }: Effects): number | null {
  const together = yearlyFigure(net);
  if (together === null) return null;
  const larger = finiteOrNull(yearlyFigure(hourly)) ?? 0;
  const [sign, otherSign] = [together, larger].map((dollars) =>
    Math.abs(dollars) < shownAsZero ? 0 : Math.sign(dollars),
  );
  const isSame = sign === otherSign && Math.abs(together - larger) <= Math.abs(larger) * sameWithin + shownAsZero;
  return isSame ? null : together;
}

/** The sentence about a net effect that differs from the larger gap; null if it does not differ. */
export function explainNetEffect(effects: Effects): string | null {
  const yearly = differingNetEffect(effects);
  if (yearly === null) return null;
  if (Math.abs(yearly) < shownAsZero) return 'Applying all suggestions together does not change the cost.';
  return yearly > 0
    ? `Applying all suggestions together saves ${formatMoneyShort(yearly)} a year.`
    : `Applying all suggestions together costs ${formatMoneyShort(-yearly)} a year more.`;
}
