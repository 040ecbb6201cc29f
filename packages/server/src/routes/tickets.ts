import type { Tickets } from '../auth/download-tickets.ts';
import type { Calls } from '../http/call.ts';
import { exportTarget } from '../services/export/request.ts';

export function ticketCalls(tickets: Tickets): Calls {
  return [
    [
      'diagnostics.createTicket',
      async ({ principal, query }) => {
        // Better refused here, where somebody reads it, than in the window that the ticket is for.
        exportTarget(query.text('namespace'), query.text('targetName'));
        return tickets.issue(principal, query.pairs());
      },
    ],
  ];
}
