import { classNames } from './class-names.ts';

/** Which way an amount of money points. */
export type MoneyMeaning = 'plain' | 'savings' | 'waste';

const colors: Record<MoneyMeaning, string> = { plain: 'text-ink', savings: 'text-savings', waste: 'text-waste' };

/** An amount as core's format wrote it, in the color of what it means. */
export function Money({ text, meaning = 'plain' }: { text: string; meaning?: MoneyMeaning }) {
  return <span className={classNames('font-medium whitespace-nowrap', colors[meaning])}>{text}</span>;
}
