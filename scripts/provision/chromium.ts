import process from 'node:process';
import { chromium } from 'playwright';
import { installPackages, isDebian, updateLists } from './debian.ts';
import { isExecutable, namedProgram, onPath } from './executable.ts';
import { missing, type Provision } from './provision.ts';

/** `TRIMTAB_CHROMIUM`, else Playwright's own Chromium, else the system's; null if there is none. */
export function findChromium(): string | null {
  const named = namedProgram('TRIMTAB_CHROMIUM');
  if (named !== null) return named;
  const own = chromium.executablePath();
  if (isExecutable(own)) return own;
  return onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/**
 * The arguments with which every test and bench starts Chromium: without a sandbox, because it may run as root,
 * and without background traffic.
 */
const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

type LaunchOptions = { executablePath?: string; args: string[] };

/** Playwright's launch options for the Chromium of this machine. */
export function chromiumLaunch(): LaunchOptions {
  const executablePath = findChromium();
  return { ...(executablePath === null ? {} : { executablePath }), args: [...chromiumArguments] };
}

/** The same for the benches: installs Chromium if it is missing, and rejects if that is not possible. */
export async function provisionedLaunch(): Promise<LaunchOptions> {
  const found = await provisionChromium((line) => void process.stderr.write(`${line}\n`));
  if (found.path === null) throw new Error(found.problem);
  return chromiumLaunch();
}

/** Finds Chromium, or installs Debian's package. */
export async function provisionChromium(say: (line: string) => void): Promise<Provision> {
  const found = findChromium();
  if (found) return { path: found };
  if (isDebian()) {
    say("Chromium is not installed. Installing Debian's package …");
    await updateLists();
    const install = await installPackages('chromium', 'fonts-liberation');
    const now = findChromium();
    if (now) return { path: now };
    return missing(
      'Chromium',
      "Debian's package could not be installed",
      'sudo apt-get install chromium',
      install.output,
    );
  }
  return missing('Chromium', 'it is not installed', 'pnpm exec playwright install chromium');
}
