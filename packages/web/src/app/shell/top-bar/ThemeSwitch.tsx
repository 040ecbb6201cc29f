import { chooseTheme, type Theme, useTheme } from '../../../browser/theme.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { IconName } from '../../../ui/icons.ts';
import { Tooltip } from '../../../ui/Tooltip.tsx';

const steps: Record<Theme, { icon: IconName; now: string; next: Theme }> = {
  system: { icon: 'system', now: 'Theme: system', next: 'light' },
  light: { icon: 'sun', now: 'Theme: light', next: 'dark' },
  dark: { icon: 'moon', now: 'Theme: dark', next: 'system' },
};

/** Switches between the system theme, light and dark. The choice is stored. */
export function ThemeSwitch() {
  const { icon, now, next } = steps[useTheme()];
  return (
    <Tooltip text={now} side="bottom">
      <IconButton icon={icon} label={`${now}. Change to ${next}.`} onClick={() => chooseTheme(next)} />
    </Tooltip>
  );
}
