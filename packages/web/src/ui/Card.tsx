import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A surface on the canvas. Padding is the content's business, so that tables can reach the edge. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('rounded-lg border bg-surface shadow-card', className)} {...rest} />;
}
