import { isAbsolute, join } from 'node:path';
import type { Environment } from '../environment.ts';

/**
 * Where trimtab keeps its files: $TRIMTAB_CONFIG_DIR, else $XDG_CONFIG_HOME/trimtab, else ~/.config/trimtab. Null for a
 * process without a home, as some in containers are: nothing is kept then.
 */
export function configDirectory(environment: Environment): string | null {
  const own = environment['TRIMTAB_CONFIG_DIR'];
  if (own !== undefined && own !== '') return own;
  const xdg = environment['XDG_CONFIG_HOME'];
  // A relative path is to be ignored, says the XDG specification.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trimtab');
  const home = environment['HOME'] || environment['USERPROFILE'];
  return home === undefined || home === '' ? null : join(home, '.config', 'trimtab');
}
