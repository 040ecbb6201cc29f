import * as z from 'zod/mini';
import { hex } from '../hex.ts';
import { iso } from '../iso.ts';
import type { Clock, Principal, Shared } from '../ports/index.ts';

const usableForMs = 60_000;
const maximumTickets = 10_000;

type Parameters = Iterable<readonly [string, string]>;
type Issued = { readonly principal: Principal; readonly query: string; readonly until: number };

export type Tickets = ReturnType<typeof createTickets>;

const storedTicket = z.object({ subject: z.string(), permissions: z.array(z.string()), query: z.string() });

/**
 * When a browser window downloads a file, it cannot send a header. An access token must not be in a URL, because
 * browser histories and proxies store URLs. A ticket may be in a URL: it is valid once, for one minute, for one query
 * of one caller (docs/faults.md#export-without-bearer-header).
 */
export function createTickets(clock: Clock, shared?: Shared) {
  const issued = new Map<string, Issued>();
  return {
    async issue(principal: Principal, parameters: Parameters) {
      const ticket = hex(crypto.getRandomValues(new Uint8Array(16)));
      const [until, query] = [clock.now() + usableForMs, canonical(parameters)];
      const answer = { ticket, expires: iso(until) };
      if (shared !== undefined) {
        const { subject, permissions } = principal;
        await shared.putTicket(ticket, JSON.stringify({ subject, permissions: [...permissions], query }), usableForMs);
        return answer;
      }
      // Tickets are in the order of issue, which is also the order of expiry.
      for (const [old, { until: expiry }] of issued) {
        if (expiry > clock.now() && issued.size < maximumTickets) break;
        issued.delete(old);
      }
      issued.set(ticket, { principal, query, until });
      return answer;
    },
    /** Uses up the ticket. Returns its caller; null if it is unknown, used, expired or for another query. */
    async redeem(ticket: string, parameters: Parameters): Promise<Principal | null> {
      if (shared !== undefined) {
        const body = await shared.takeTicket(ticket);
        const read = body === null ? null : storedTicket.parse(JSON.parse(body));
        if (read?.query !== canonical(parameters)) return null;
        return { subject: read.subject, permissions: new Set(read.permissions) };
      }
      const found = issued.get(ticket);
      issued.delete(ticket);
      if (found === undefined || clock.now() >= found.until || found.query !== canonical(parameters)) return null;
      return found.principal;
    },
  };
}

/** The query in a form that does not depend on the order of its parameters, without the ticket. */
const canonical = (parameters: Parameters): string =>
  JSON.stringify([...parameters].filter(([name]) => name !== 'ticket').toSorted(([a], [b]) => (a < b ? -1 : 1)));
