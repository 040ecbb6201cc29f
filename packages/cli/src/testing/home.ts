import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary configuration folder. */
export function makeHome() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-home-'));
  const directory = join(folder, 'trimtab');
  return {
    directory,
    sessions: join(directory, 'sessions'),
    environment: { TRIMTAB_CONFIG_DIR: directory },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
