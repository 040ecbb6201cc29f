import { untilAborted } from '../../../ports/index.ts';
import { callTooLarge } from './response.ts';

/** Counts bytes; resolves when more may be read. */
export type Take = (bytes: number) => Promise<void>;

/** The bytes of the responses to the queries of one call to a port. */
export type CallBudget = {
  /** Counts the bytes that `read` takes until the call ends, or until `read` fails. */
  readonly response: <T>(signal: AbortSignal, read: (take: Take) => Promise<T>) => Promise<T>;
  readonly end: () => void;
};

/**
 * Limits the bytes that all calls hold together: responses that are being read, and results that are kept until their
 * call ends. Above `total`, only the oldest reading call continues. At least one call then ends and frees its bytes.
 * The other calls wait, and TCP slows down their senders. A call that needs more than `mostPerCall` fails.
 */
export function createByteBudget(total: number, mostPerCall: number): () => CallBudget {
  const calls = new Set<{ reading: number; ended: boolean }>();
  let used = 0;
  let freed = Promise.withResolvers<void>();
  // A call whose queries still wait for a slot must not count. Otherwise the calls that read would wait for it.
  const oldest = () => calls.values().find(({ reading }) => reading > 0);
  const mayGoOn = (own: object) => used <= total || oldest() === own;

  return () => {
    const own = { reading: 0, taken: 0, kept: 0, ended: false };
    // When a query fails, its call ends while others are still being read.
    const leave = () => {
      if (own.ended && own.reading === 0) calls.delete(own);
      freed.resolve();
      freed = Promise.withResolvers<void>();
    };
    return {
      async response(signal, read) {
        let bytes = 0;
        const count = (more: number) => {
          bytes += more;
          own.taken += more;
          used += more;
        };
        own.reading += 1;
        calls.add(own);
        try {
          const result = await read(async (more) => {
            count(more);
            if (own.taken > mostPerCall) throw callTooLarge(mostPerCall);
            while (!mayGoOn(own)) await untilAborted(freed.promise, signal);
          });
          if (!own.ended) {
            own.kept += bytes;
            bytes = 0;
          }
          return result;
        } finally {
          count(-bytes);
          own.reading -= 1;
          leave();
        }
      },
      end() {
        own.ended = true;
        used -= own.kept;
        leave();
      },
    };
  };
}
