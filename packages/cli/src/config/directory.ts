import { isAbsolute, join } from 'node:path';
import type { Environment } from '../environment.ts';

/**
 * The folder of trimtab's files: $TRIMTAB_CONFIG_DIR, else $XDG_CONFIG_HOME/trimtab, else ~/.config/trimtab. Null for a
 * process without a home folder, as in some containers. In that case nothing is stored.
 */
export function configDirectory(environment: Environment): string | null {
  const own = environment['TRIMTAB_CONFIG_DIR'];
  if (own !== undefined && own !== '') return own;
  const xdg = environment['XDG_CONFIG_HOME'];
  // The XDG specification says to ignore a relative path.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trimtab');
  const home = environment['HOME'] || environment['USERPROFILE'];
  return home === undefined || home === '' ? null : join(home, '.config', 'trimtab');
}
