/** Where the build puts the demo's worker (vite.config.ts). The only script the app ever registers as a service worker. */
export const workerScript = '/mockServiceWorker.js';

/** Whether an address is that script on our own origin. */
export function isWorkerScript(url: string, origin: string): boolean {
  const parsed = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return parsed !== null && parsed.origin === origin && parsed.pathname === workerScript;
}
