import { classNames } from './class-names.ts';
import { type IconName, icons } from './icons.ts';

/** An icon in the color of the surrounding text. Screen readers read the label. They ignore an icon without one. */
export function Icon({
  name,
  size = 16,
  label,
  className,
}: {
  name: IconName;
  size?: number;
  label?: string;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames('shrink-0', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {icons[name].map((path) =>
        path.startsWith('!') ? (
          <path key={path} d={path.slice(1)} fill="currentColor" stroke="none" />
        ) : (
          <path key={path} d={path} />
        ),
      )}
    </svg>
  );
}
