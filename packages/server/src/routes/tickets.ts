import type { Tickets } from '../auth/download-tickets.ts';
import type { Calls } from '../http/call.ts';
import { exportTarget } from '../services/export/request.ts';

export function ticketCalls(tickets: Tickets): Calls {
  return {
    'diagnostics.createTicket': async ({ principal, query }) => {
      // Check now, because the console can show this error better than the download window.
      exportTarget(query.text('namespace'), query.text('targetName'));
      return tickets.issue(principal, query.pairs());
    },
  };
}
