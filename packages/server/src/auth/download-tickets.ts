import type { Clock, Principal } from '../ports/index.ts';

const usableForMs = 60_000;
const maximumTickets = 10_000;

type Parameters = Iterable<readonly [string, string]>;
type Issued = { readonly principal: Principal; readonly query: string; readonly until: number };

export type Tickets = ReturnType<typeof createTickets>;

/**
 * When a browser window downloads a file, it cannot send a header. An access token must not be in a URL, because
 * browser histories and proxies store URLs. A ticket may be in a URL: it is valid once, for one minute, for one query
 * of one caller (docs/faults.md#export-without-bearer-header).
 */
export function createTickets(clock: Clock) {
  const issued = new Map<string, Issued>();
  return {
    issue(principal: Principal, parameters: Parameters) {
      // Tickets are in the order of issue, which is also the order of expiry.
      for (const [ticket, { until }] of issued) {
        if (until > clock.now() && issued.size < maximumTickets) break;
        issued.delete(ticket);
      }
      const ticket = randomText();
      const until = clock.now() + usableForMs;
      issued.set(ticket, { principal, query: canonical(parameters), until });
      return { ticket, expires: new Date(until).toISOString() };
    },
    /** Uses up the ticket. Returns its caller; null if it is unknown, used, expired or for another query. */
    redeem(ticket: string, parameters: Parameters): Principal | null {
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

/** 128 bits, as 32 hexadecimal digits. */
const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
