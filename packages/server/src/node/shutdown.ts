import process from 'node:process';
import type { Logger } from '../ports/index.ts';

export type Ending = {
  /** The exit code, once something ends the server: 0 for a signal or its caller, 1 for a failure nobody handled. */
  readonly begun: Promise<number>;
  /** Stops watching. */
  readonly over: () => void;
};

/**
 * Watches for whatever ends the server. After a failure that nobody handled, what state is left nobody knows: what runs
 * may finish, and then a fresh start is better. Further failures meanwhile are logged, and do not cut that short.
 */
export function watchForEnd(stop: AbortSignal | undefined, logger: Logger): Ending {
  const begins = new EventTarget();
  let code = 0;
  const begun = new Promise<number>((resolve) => {
    begins.addEventListener('end', () => resolve(code), { once: true });
  });
  const end = (): void => void begins.dispatchEvent(new Event('end'));
  const fail = (error: unknown): void => {
    logger('error', 'failed unexpectedly; the server ends', { error });
    code = 1;
    end();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  process.on('unhandledRejection', fail).on('uncaughtException', fail);
  stop?.addEventListener('abort', end, { once: true });
  return {
    begun,
    over() {
      process.off('SIGINT', end).off('SIGTERM', end);
      process.off('unhandledRejection', fail).off('uncaughtException', fail);
    },
  };
}
