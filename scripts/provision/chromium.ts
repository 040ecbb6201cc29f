import process from 'node:process';
import { chromium } from 'playwright';
import { installPackages, isDebian, updateLists } from './debian.ts';
import { isExecutable, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

function installed(): string | null {
  const named = process.env['TRIMTAB_CHROMIUM'];
  if (named && isExecutable(named)) return named;
  const own = chromium.executablePath();
  if (isExecutable(own)) return own;
  return onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/** Playwright's own Chromium, else the system's, else Debian's package. */
export async function provisionChromium(say: (line: string) => void): Promise<Provision> {
  const found = installed();
  if (found) return { path: found };
  if (isDebian()) {
    say("Chromium is not installed: installing Debian's package");
    await updateLists();
    const install = await installPackages('chromium', 'fonts-liberation');
    const now = installed();
    if (now) return { path: now };
    return missing('Chromium', "Debian's package did not install", 'sudo apt-get install chromium', install.output);
  }
  return missing('Chromium', 'none is installed', 'pnpm exec playwright install chromium');
}
