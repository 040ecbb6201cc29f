/** The path of the demo's service worker in the build (vite.config.ts). The console registers no other service worker. */
const workerScript = '/mockServiceWorker.js';

/** Whether the URL is that script on the given origin. */
export function isWorkerScript(url: string, origin: string): boolean {
  const parsed = URL.canParse(url, origin) ? new URL(url, origin) : null;
  return parsed !== null && parsed.origin === origin && parsed.pathname === workerScript;
}
