import { logFailure } from '../browser/log.ts';
import { type KeyValueStorage, readStored, writeStored } from '../browser/storage.ts';
import { isWorkerScript } from '../browser/worker-script.ts';

const releasedKey = 'trimtab.worker-released';

type Scripted = { scriptURL: string } | null;
/** The part of `navigator.serviceWorker` that is needed to let go of a worker. */
export type WorkerContainer = {
  controller: Scripted;
  getRegistrations(): Promise<
    readonly { active: Scripted; waiting: Scripted; installing: Scripted; unregister(): Promise<boolean> }[]
  >;
};

/**
 * Demo mode is off, so a worker that an earlier demo left behind must go, or it would stand between the app and the real
 * API. Answers whether the page must be loaded again, because the worker was in control of it; at most once a session.
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
    return controlled && readStored(storage, releasedKey) === null && writeStored(storage, releasedKey, 'yes');
  } catch (error) {
    logFailure('The demo worker of an earlier visit could not be removed.', error);
    return false;
  }
}
