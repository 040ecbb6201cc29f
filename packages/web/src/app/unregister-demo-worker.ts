import { logFailure } from '../browser/log.ts';
import { type KeyValueStorage, readStored, writeStored } from '../browser/storage.ts';
import { isWorkerScript } from '../browser/worker-script.ts';

const unregisteredKey = 'trimtab.worker-released';

type Scripted = { scriptURL: string } | null;
/** The part of `navigator.serviceWorker` that is used here. */
export type WorkerContainer = {
  controller: Scripted;
  getRegistrations(): Promise<
    readonly { active: Scripted; waiting: Scripted; installing: Scripted; unregister(): Promise<boolean> }[]
  >;
};

/**
 * Unregisters the service worker of an earlier demo. With demo mode off it would intercept calls to the real API. Returns
 * true if the page must be reloaded because the worker controls it, at most once per session.
 */
export async function unregisterDemoWorker(
  container: WorkerContainer | undefined,
  origin: string,
  storage: () => KeyValueStorage,
): Promise<boolean> {
  if (container === undefined) return false;
  const ours = (worker: Scripted) => worker !== null && isWorkerScript(worker.scriptURL, origin);
  try {
    const registrations = await container.getRegistrations();
    const stale = registrations.filter(({ active, waiting, installing }) => [active, waiting, installing].some(ours));
    const gone = await Promise.all(stale.map((registration) => registration.unregister()));
    const controlled = ours(container.controller) && gone.length > 0 && gone.every(Boolean);
    return controlled && readStored(storage, unregisteredKey) === null && writeStored(storage, unregisteredKey, 'yes');
  } catch (error) {
    logFailure('The demo worker of an earlier visit could not be removed.', error);
    return false;
  }
}
