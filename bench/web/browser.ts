import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { provisionedLaunch } from '../../scripts/provision/chromium.ts';

/** A slow laptop on a mobile network: what DevTools calls "4x slowdown" and "Fast 4G". */
const slow = { cpu: 4, latencyMs: 165, downBitsPerSecond: 8.1e6, upBitsPerSecond: 1.35e6 };

/** A page in a browser with an empty profile, and its DevTools session. */
export type Visit = { browser: Browser; context: BrowserContext; page: Page; devTools: CDPSession };

export type Slowness = { cpu: boolean; network: boolean };

const idleCheckMs = 500;
const mostIdleChecks = 40;
/** Of one processor core. */
const idleShare = 0.05;

/**
 * Waits until the browser is idle, for 20 seconds at most. After its start it loads hundreds of scripts for its own windows.
 * Users open the console in a browser that is already running.
 */
async function waitUntilIdle(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const used = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((seconds, { cpuTime }) => seconds + cpuTime, 0);
  };
  let before = await used();
  for (let count = 0; count < mostIdleChecks; count += 1) {
    await setTimeout(idleCheckMs);
    const after = await used();
    if (after - before < idleShare * (idleCheckMs / 1e3)) break;
    before = after;
  }
  await session.detach();
}

/** Starts a browser with an empty profile. */
export async function visitor({ cpu, network }: Slowness): Promise<Visit> {
  const { args, ...options } = await provisionedLaunch();
  const browser = await chromium.launch({ ...options, args: [...args, '--disable-gpu', '--disable-dev-shm-usage'] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await waitUntilIdle(browser);
  const devTools = await context.newCDPSession(page);
  if (cpu) await devTools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  if (network) {
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latencyMs,
      downloadThroughput: slow.downBitsPerSecond / 8,
      uploadThroughput: slow.upBitsPerSecond / 8,
    });
  }
  return { browser, context, page, devTools };
}

/** Bytes of JavaScript objects that are still reachable after garbage collection. */
export async function heapBytes({ devTools }: Visit): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage');
  return (await devTools.send('Runtime.getHeapUsage')).usedSize;
}

/** Waits until no request has been sent for `stillMs`, at most `timeoutMs` in total. */
export async function rest({ page }: Visit, stillMs: number, timeoutMs: number): Promise<void> {
  const ends = Date.now() + timeoutMs;
  const seen = { open: 0, last: Date.now() };
  const begin = () => {
    seen.open += 1;
    seen.last = Date.now();
  };
  const end = () => {
    seen.open = Math.max(0, seen.open - 1);
    seen.last = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  while (Date.now() < ends && (seen.open > 0 || Date.now() - seen.last < stillMs)) await page.waitForTimeout(100);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
