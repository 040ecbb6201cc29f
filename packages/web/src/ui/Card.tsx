import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A bordered surface. The content sets its own padding, so that tables can reach the edge. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('isolate rounded-lg border bg-surface shadow-card', className)} {...rest} />;
}
