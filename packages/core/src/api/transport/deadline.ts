import { CanceledError, TimeoutError } from '../../errors.ts';
import type { Sleep } from './clock.ts';

/** Combines the signal of the caller and the time limit of a call in one signal. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** The error to throw after an abort; null before. */
  failure(): CanceledError | TimeoutError | null;
  /** Settles with the promise, or rejects when the signal is aborted. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the time limit. The signal of the caller stays in effect. */
  pause(): void;
  /** Restarts the time limit. */
  restart(ms: number): void;
  /** Removes the timer and the listener on the caller's signal. */
  end(): void;
};

export function startDeadline(sleep: Sleep, ms: number, host: string, caller?: AbortSignal): Deadline {
  const controller = new AbortController();
  let failure: CanceledError | TimeoutError | null = null;
  let timer = new AbortController();

  const fail = (error: CanceledError | TimeoutError) => {
    failure ??= error;
    controller.abort(failure);
  };
  const cancel = () => fail(new CanceledError({ cause: caller?.reason }));
  const start = (limitMs: number) => {
    timer.abort();
    timer = new AbortController();
    const { signal } = timer;
    sleep(limitMs, signal).then(
      () => {
        if (!signal.aborted) fail(new TimeoutError(host, limitMs));
      },
      // The timer was already removed.
      () => {},
    );
  };

  if (caller?.aborted === true) cancel();
  else {
    caller?.addEventListener('abort', cancel, { once: true });
    start(ms);
  }

  return {
    signal: controller.signal,
    failure: () => failure,
    race: (promise) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(failure);
        if (controller.signal.aborted) abort();
        else controller.signal.addEventListener('abort', abort, { once: true });
        const settled = () => controller.signal.removeEventListener('abort', abort);
        promise.then(
          (value) => {
            settled();
            resolve(value);
          },
          (error: unknown) => {
            settled();
            reject(error);
          },
        );
      }),
    pause: () => timer.abort(),
    restart: (limitMs) => {
      if (failure === null) start(limitMs);
    },
    end: () => {
      timer.abort();
      caller?.removeEventListener('abort', cancel);
    },
  };
}
