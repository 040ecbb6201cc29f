import type { Clock, Principal } from '../ports/index.ts';

const usableForMs = 60_000;
const maximumTickets = 10_000;

type Parameters = Iterable<readonly [string, string]>;
type Issued = { readonly principal: Principal; readonly query: string; readonly until: number };

/**
 * A window that downloads a file can carry no header, and a token must not stand in an address, where histories and
 * proxies keep it. A ticket can: it is good once, for a minute, for one question of one caller (reliability.md H1).
 */
export type Tickets = {
  issue(principal: Principal, parameters: Parameters): { readonly ticket: string; readonly expires: string };
  /** Whose question this is; null for a ticket that is unknown, used, too old or for another question. Ends the ticket. */
  redeem(ticket: string, parameters: Parameters): Principal | null;
};

export function createTickets(clock: Clock): Tickets {
  const issued = new Map<string, Issued>();
  return {
    issue(principal, parameters) {
      // In the order of their issue, which is the order in which they end.
      for (const [ticket, { until }] of issued) {
        if (until > clock.now() && issued.size < maximumTickets) break;
        issued.delete(ticket);
      }
      const ticket = randomText();
      const until = clock.now() + usableForMs;
      issued.set(ticket, { principal, query: canonical(parameters), until });
      return { ticket, expires: new Date(until).toISOString() };
    },
    redeem(ticket, parameters) {
      const found = issued.get(ticket);
      issued.delete(ticket);
      if (found === undefined || clock.now() >= found.until || found.query !== canonical(parameters)) return null;
      return found.principal;
    },
  };
}

/** The same for the same question, whatever the order of its parameters; the ticket itself is no part of it. */
const canonical = (parameters: Parameters): string =>
  JSON.stringify([...parameters].filter(([name]) => name !== 'ticket').toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** 128 bits, as 32 hexadecimal digits. */
const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
