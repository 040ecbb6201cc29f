import { type Client, type ExportParameters, exportWindow, isoWindow } from '@trimtab/core';
import { showToast } from '../../context/toasts.ts';

/** What the dialog asks for. */
export type ExportChoice = {
  includePodLogs: boolean;
  includeMetrics: boolean;
  /** null: all targets. */
  target: { namespace: string; name: string } | null;
};

/** The export of a choice over the last seven days. */
export function exportParameters({ target, ...included }: ExportChoice, now: number): ExportParameters {
  const only = target === null ? {} : { namespace: target.namespace, targetName: target.name };
  return { ...included, ...only, ...isoWindow(exportWindow(now)) };
}

/**
 * Opens the export in a window of its own. The window opens before anything is awaited, or the browser would take it for
 * an advertisement. A new window can send no token, so where somebody is signed in a ticket stands in its address; a
 * server that issues none is asked plainly, and so is one that fails to: the new window then says what is wrong.
 */
export async function openExport(client: Client, parameters: ExportParameters, isSignedIn: boolean): Promise<void> {
  const address = (ticket?: string) =>
    new URL(client.diagnostics.exportUrl(parameters, ticket), globalThis.location.href).href;
  // Not `noopener`: with it a blocked window and an open one both answer null.
  const opened = globalThis.open(isSignedIn ? '' : address());
  if (opened !== null) opened.opener = null;
  const url = isSignedIn ? address(await ticketFor(client, parameters, opened)) : address();
  if (opened === null) showToast('The export window was blocked', 'error', { text: 'Open the export', href: url });
  else if (isSignedIn) opened.location.replace(url);
}

async function ticketFor(
  client: Client,
  parameters: ExportParameters,
  opened: Window | null,
): Promise<string | undefined> {
  if (opened !== null) {
    opened.document.title = 'Diagnostics · Trimtab';
    opened.document.body.textContent = 'The export begins in a moment. When it is saved, this window can be closed.';
  }
  try {
    return (await client.diagnostics.createTicket(parameters)).ticket;
  } catch {
    return undefined;
  }
}
