import { classNames } from './class-names.ts';

/** Whether an amount is saved, wasted or neither. It decides the color. */
export type MoneyMeaning = 'plain' | 'savings' | 'waste';

const colors: Record<MoneyMeaning, string> = { plain: 'text-ink', savings: 'text-savings', waste: 'text-waste' };

/** An amount of money, already formatted. */
export function Money({ text, meaning = 'plain' }: { text: string; meaning?: MoneyMeaning }) {
  return <span className={classNames('font-medium whitespace-nowrap', colors[meaning])}>{text}</span>;
}
