import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';

const track = [
  '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full',
  '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--color-accent)_var(--at),var(--color-line-strong)_var(--at))]',
  '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong',
  '[&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent',
].join(' ');
const thumb = [
  '[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-surface [&::-webkit-slider-thumb]:bg-accent',
  '[&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-accent',
].join(' ');

/** The native slider with our styles. `share`: the position of its value, from 0 to 1. */
export function Slider({ share, className, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { share: number }) {
  const style: CSSProperties & Record<'--at', string> = { '--at': `${share * 100}%` };
  return (
    <input
      type="range"
      {...rest}
      style={style}
      className={classNames(
        'relative h-6 w-full cursor-pointer appearance-none rounded-sm bg-transparent disabled:cursor-default disabled:opacity-40',
        // Otherwise a contrast theme of the system would hide the track.
        'forced-color-adjust-none',
        track,
        thumb,
        className,
      )}
    />
  );
}
