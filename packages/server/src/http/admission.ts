import type { Operation } from '@trimtab/core';
import { withoutSignIn } from '../auth/authenticator.ts';
import type { Tickets } from '../auth/download-tickets.ts';
import { isWrite } from '../auth/operation-access.ts';
import {
  type Authenticator,
  type CallerLimits,
  type Clock,
  enrollPermission,
  type Principal,
  type Rate,
} from '../ports/index.ts';
import { HttpError, toHttpError } from './errors.ts';
import { ParallelLimit } from './parallel-limit.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

/** reliability.md, "Rate limits". */
export const limitsOfSubject = (perSecond: number): CallerLimits => ({
  requests: { perSecond, burst: 4 * perSecond },
  writes: { perSecond: Math.max(1, perSecond / 25), burst: Math.max(5, perSecond / 5) },
  parallelExports: 2,
  anonymous: { perSecond: 10, burst: 10 },
});

export type Admitted = {
  readonly principal: Principal;
  readonly isWrite: boolean;
  /** Gives back what was taken for the time of the answer. */
  readonly release: () => void;
};

export type Admission = {
  /**
   * Lets a request through, before anything of it but its address and headers is read.
   *
   * @param operation null where no call has this address: a stranger is not told even that
   * @throws HttpError 401, 403, 429 or 503
   */
  admit(operation: Operation | null, request: Request, address: string): Promise<Admitted>;
};

const nobody: Principal = { subject: '', permissions: new Set() };
const nothing = (): void => undefined;

type Options = {
  readonly auth?: Authenticator | undefined;
  /** Absent: nothing is limited, as in a browser's own worker. */
  readonly limits?: CallerLimits | undefined;
  readonly tickets: Tickets;
  readonly clock: Clock;
};

export function createAdmission({ auth = withoutSignIn, limits, tickets, clock }: Options): Admission {
  const limiter = (rate: Rate | undefined): RateLimiter =>
    rate === undefined ? () => null : createRateLimiter(rate, clock);
  const requests = limiter(limits?.requests);
  const writing = limiter(limits?.writes);
  const strangers = auth.mode === 'none' ? requests : limiter(limits?.anonymous);
  const exports = new ParallelLimit(limits?.parallelExports ?? Number.POSITIVE_INFINITY);

  const identify = async (operation: Operation | null, request: Request, url: URL): Promise<Principal> => {
    const ticket = operation?.id === 'diagnostics.export' ? url.searchParams.get('ticket') : null;
    if (ticket === null) return auth.authenticate(request);
    const principal = tickets.redeem(ticket, url.searchParams);
    if (principal !== null) return principal;
    throw new HttpError(401, 'This link for an export was used already, or is too old. Start the export again.');
  };
  return {
    async admit(operation, request, address) {
      if (operation?.open === true) {
        mustWait(strangers(address));
        return { principal: nobody, isWrite: false, release: nothing };
      }
      const url = new URL(request.url);
      const principal = await identify(operation, request, url).catch((error: unknown) => {
        // Only who fails is counted here: others behind the same address have their own limits.
        if (toHttpError(error)?.status === 401) mustWait(strangers(address));
        throw error;
      });
      mustWait(requests(principal.subject));
      const changes = operation !== null && isWrite(operation.id, url.searchParams);
      if (changes && !principal.permissions.has(enrollPermission)) throw notPermitted();
      if (changes) mustWait(writing(principal.subject));
      if (operation?.download !== true) return { principal, isWrite: changes, release: nothing };
      const release = exports.take(principal.subject);
      if (release === null) throw tooMany('Two exports are running already. Wait for one to end.', 10);
      return { principal, isWrite: changes, release };
    },
  };
}

function mustWait(seconds: number | null): void {
  if (seconds !== null) throw tooMany(`Too many requests. Try again in ${seconds} s.`, seconds);
}

const tooMany = (sentence: string, seconds: number): HttpError =>
  new HttpError(429, sentence).withHeaders({ 'retry-after': String(seconds) });

const notPermitted = (): HttpError =>
  new HttpError(
    403,
    `This call changes something, for which your account needs the permission ${enrollPermission}. Ask the operator of this server.`,
  ).withHeaders({ 'www-authenticate': `Bearer error="insufficient_scope", scope="${enrollPermission}"` });
