import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { run } from '../processes.ts';
import { isDebian, unpackPackage } from './debian.ts';
import { isExecutable } from './executable.ts';

const name = 'chromium-headless-shell';
/** Where Debian's packages of Chromium put their files. */
const library = '/usr/lib/chromium';
const inLibrary = (root: string): string => join(root, library, name);
const folder = inCheckout(`.cache/${name}`);

/**
 * Debian's build of the same Chromium without windows and toolbars. Tests need a third less processor time with it.
 * Returns `chromium` if there is none. Only for tests: the benches measure the browser that users have.
 */
export async function preferHeadlessShell(chromium: string, say: (line: string) => void): Promise<string> {
  if (chromium !== '/usr/bin/chromium' || process.env['TRIMTAB_CHROMIUM'] || !isDebian()) return chromium;
  if (isExecutable(inLibrary('/'))) return inLibrary('/');
  const query = await run('dpkg-query', ['--show', '--showformat', '${Version}', 'chromium'], { output: 'capture' });
  const version = query.output.trim();
  const place = join(folder, version);
  if (query.code !== 0 || version === '') return chromium;
  if (isExecutable(inLibrary(place))) return inLibrary(place);
  say('Unpacking the headless build of Chromium into .cache …');
  const fresh = join(folder, 'new');
  rmSync(folder, { recursive: true, force: true });
  const output = await unpackPackage(name, fresh, version);
  if (isExecutable(inLibrary(fresh))) {
    linkSharedFiles(join(fresh, library));
    const page = ['--no-sandbox', '--disable-gpu', '--dump-dom', 'data:text/html,<title>ready</title>'];
    const shown = await run(inLibrary(fresh), page, { output: 'capture' });
    if (shown.code === 0 && shown.output.includes('ready')) {
      renameSync(fresh, place);
      return inLibrary(place);
    }
  }
  say(`It could not be used, so the tests use ${chromium}: ${output.trim().split('\n').at(-1) ?? ''}`);
  return chromium;
}

/** The headless build reads data of the installed Chromium, which it expects in its own folder. */
function linkSharedFiles(to: string): void {
  for (const file of readdirSync(library)) {
    if (!existsSync(join(to, file))) symlinkSync(join(library, file), join(to, file));
  }
}
