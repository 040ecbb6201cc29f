import process from 'node:process';
import type { Logger } from '../ports/index.ts';

export type Shutdown = {
  /** Resolves to the exit code when the server must stop: 0 for a signal or `stop`, 1 for an unhandled error. */
  readonly requested: Promise<number>;
  /** Aborted at the same moment. */
  readonly signal: AbortSignal;
  readonly removeListeners: () => void;
};

/**
 * Waits for a reason to stop the server. After an unhandled error the state of the process is unknown, so the server
 * finishes running requests and exits; further errors are logged and do not interrupt that.
 */
export function watchForShutdown(stop: AbortSignal | undefined, logger: Logger): Shutdown {
  const shutdown = new AbortController();
  const requested = new Promise<number>((resolve) => {
    shutdown.signal.addEventListener('abort', () => resolve(Number(shutdown.signal.reason)), { once: true });
  });
  const finish = (): void => shutdown.abort(0);
  const fail = (error: unknown): void => {
    logger('error', 'unhandled error; the server stops', { error });
    shutdown.abort(1);
  };
  process.once('SIGINT', finish).once('SIGTERM', finish);
  process.on('unhandledRejection', fail).on('uncaughtException', fail);
  stop?.addEventListener('abort', finish, { once: true });
  return {
    requested,
    signal: shutdown.signal,
    removeListeners() {
      process.off('SIGINT', finish).off('SIGTERM', finish);
      process.off('unhandledRejection', fail).off('uncaughtException', fail);
    },
  };
}
