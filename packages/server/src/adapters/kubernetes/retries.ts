import { KubernetesError } from './client.ts';

const firstDelayMs = 500;
/** Including its jitter, a resource is read again at most 15 seconds after an outage. */
const longestDelayMs = 10_000;
/** How long a pause may be that the API server demands. */
export const longestRetryAfterMs = 60_000;

/** The pause in milliseconds that an overloaded API server demands with `Retry-After`, at most a minute. */
export const demandedPause = ({ retryAfterMs }: KubernetesError): number =>
  Math.min(retryAfterMs ?? 0, longestRetryAfterMs);

/** The pause in milliseconds after so many failures in a row, at least as long as the API server demands. */
export const pauseAfter = (error: KubernetesError, failures: number, random: () => number = Math.random): number =>
  Math.max(
    demandedPause(error),
    Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures, 10)) * (0.5 + random()),
  );

/** Whether the API server refused a request because it is overloaded. It has not executed the request. */
export const isOverload = (error: unknown): error is KubernetesError =>
  error instanceof KubernetesError && error.status === 429;

type RetryOptions = {
  /** How often the request is repeated. */
  readonly most: number;
  /** The request fails at once if the API server demands a longer pause. Default: it waits, but at most a minute. */
  readonly longestPauseMs?: number;
  /** Called before each pause. */
  readonly refused?: (error: KubernetesError) => void;
  readonly random?: (() => number) | undefined;
  readonly signal: AbortSignal;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** Repeats a request that the API server refuses because it is overloaded, each time after the pause that it demands. */
export async function retried<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { most, longestPauseMs = Number.POSITIVE_INFINITY, refused, random, signal, wait } = options;
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await request();
    } catch (error) {
      if (!isOverload(error) || refusals >= most || (error.retryAfterMs ?? 0) > longestPauseMs) throw error;
      refused?.(error);
      await wait(pauseAfter(error, refusals, random), signal);
      signal.throwIfAborted();
    }
  }
}
