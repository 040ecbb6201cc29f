import type { Tickets } from '../auth/tickets.ts';
import type { Calls } from './call.ts';

export function ticketCalls(tickets: Tickets): Calls {
  return [['diagnostics.createTicket', async ({ principal, query }) => tickets.issue(principal, query.pairs())]];
}
