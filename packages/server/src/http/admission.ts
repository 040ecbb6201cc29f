import { isWrite, type Operation, type OperationId } from '@trimtab/core';
import type { Tickets } from '../auth/download-tickets.ts';
import { withoutSignIn } from '../auth/without-sign-in.ts';
import {
  type Authenticator,
  type CallerLimits,
  type Clock,
  enrollPermission,
  type Principal,
  type Rate,
} from '../ports/index.ts';
import { HttpError, toHttpError } from './errors.ts';
import { isLargeRead } from './large-reads.ts';
import { ParallelLimit } from './parallel-limit.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

/** The limits of docs/contract/limits.md. `perSecond` is the rate of reads for one signed-in caller. */
export const limitsOfSubject = (perSecond: number): CallerLimits => ({
  requests: { perSecond, burst: 4 * perSecond },
  writes: { perSecond: Math.max(1, perSecond / 25), burst: Math.max(5, perSecond / 5) },
  parallelExports: 2,
  anonymous: { perSecond: 10, burst: 10 },
});

type Admitted = {
  readonly principal: Principal;
  readonly isWrite: boolean;
  /**
   * Takes a slot of the caller after the body has arrived. Returns a function that frees the slot; call it when the
   * response has been sent. Rejects with 429. Null for calls that need no slot.
   */
  readonly takeSlot: (() => Promise<() => void>) | null;
};

/**
 * Identifies the caller and applies permissions and limits. It reads only the URL and the headers of the request.
 *
 * @param operation null for an unknown path: callers who are not signed in get 401 there too, not 404
 * @throws HttpError 401, 403, 429 or 503
 */
export type Admit = (operation: Operation | null, request: Request, address: string) => Promise<Admitted>;

const unauthenticated: Principal = { subject: '', permissions: new Set() };

/** Calls that store something, although they need no write permission. They count against the limit of writes. */
const storingReads: ReadonlySet<OperationId> = new Set(['views.recordExport', 'diagnostics.createTicket']);

const isStoringRead = (id: string): boolean => [...storingReads].some((each) => each === id);

/** How many logs one caller may have open. */
const mostOpenLogs = 10;

/** How many logs all callers may have open: each is a connection to the API server. */
const mostOpenLogsInAll = 200;

/** How many large reads of one caller run at the same time, and how many more may wait for them. */
const largeReadSlots = { running: 4, waiting: 60 };

type Options = {
  readonly auth?: Authenticator | undefined;
  /** Absent: callers are not limited, as in the demo worker of the browser. */
  readonly limits?: CallerLimits | undefined;
  readonly tickets: Tickets;
  readonly clock: Clock;
};

export function createAdmission({ auth = withoutSignIn, limits, tickets, clock }: Options): Admit {
  const limiter = (rate: Rate | undefined): RateLimiter =>
    rate === undefined ? () => null : createRateLimiter(rate, clock);
  const requests = limiter(limits?.requests);
  const writes = limiter(limits?.writes);
  const anonymous = auth.mode === 'none' ? requests : limiter(limits?.anonymous);
  const exports = new ParallelLimit(limits?.parallelExports ?? Number.POSITIVE_INFINITY);
  const logs = new ParallelLimit(limits === undefined ? Number.POSITIVE_INFINITY : mostOpenLogs);
  const allLogs = new ParallelLimit(mostOpenLogsInAll);
  const largeReads = new ParallelLimit(
    limits === undefined ? Number.POSITIVE_INFINITY : largeReadSlots.running,
    largeReadSlots.waiting,
  );

  const identify = async (operation: Operation | null, request: Request, url: URL): Promise<Principal> => {
    const ticket = operation?.id === 'diagnostics.export' ? url.searchParams.get('ticket') : null;
    if (ticket === null) return auth.authenticate(request);
    const principal = await tickets.redeem(ticket, url.searchParams);
    if (principal !== null) return principal;
    throw new HttpError(401, 'This export link was already used or has expired. Start the export again.');
  };
  const slotOf = (operation: Operation | null, subject: string, signal: AbortSignal): Admitted['takeSlot'] => {
    if (operation?.download === true) {
      return async () => exports.take(subject) ?? refuse('Two exports are running already. Wait for one to end.', 10);
    }
    if (operation?.lines === true) {
      return async () => {
        const free = logs.take(subject) ?? refuse(`You have ${mostOpenLogs} logs open already. Close one.`, 10);
        const freeInAll = allLogs.take('');
        if (freeInAll !== null) return () => [free, freeInAll].forEach((each) => each());
        free();
        return refuse(`${mostOpenLogsInAll} logs are open already. Try again later.`, 10);
      };
    }
    if (operation === null || !isLargeRead(operation.id)) return null;
    return async () =>
      (await largeReads.wait(subject, signal)) ?? refuse('Too many large requests of your account are running.', 1);
  };
  return async (operation, request, address) => {
    // Health probes are not limited: a flood of other requests must not make an orchestrator restart the server.
    if (operation?.open === true) return { principal: unauthenticated, isWrite: false, takeSlot: null };
    const url = new URL(request.url);
    const principal = await identify(operation, request, url).catch((error: unknown) => {
      // Only failures count against the address, because signed-in callers behind the address have limits of their own.
      if (toHttpError(error)?.status === 401) requireBudget(anonymous(address));
      throw error;
    });
    requireBudget(requests(principal.subject));
    const changes = operation !== null && isWrite(operation.id, url.searchParams);
    if (changes && !principal.permissions.has(enrollPermission)) throw notPermitted();
    if (changes || (operation !== null && isStoringRead(operation.id))) requireBudget(writes(principal.subject));
    const takeSlot = changes ? null : slotOf(operation, principal.subject, request.signal);
    return { principal, isWrite: changes, takeSlot };
  };
}

function requireBudget(seconds: number | null): void {
  if (seconds !== null) refuse(`Too many requests. Try again in ${seconds} s.`, seconds);
}

function refuse(sentence: string, seconds: number): never {
  throw new HttpError(429, sentence).withHeaders({ 'retry-after': String(seconds) });
}

const notPermitted = (): HttpError =>
  new HttpError(
    403,
    `This call changes something, for which your account needs the permission ${enrollPermission}. Ask the operator of this server.`,
  ).withHeaders({ 'www-authenticate': `Bearer error="insufficient_scope", scope="${enrollPermission}"` });
