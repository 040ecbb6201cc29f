import { type Client, type ExportParameters, exportUrl, exportWindow, isoWindow } from '@trimtab/core';
import { safeHref } from '../../browser/safe-href.ts';
import { showToast } from '../../context/toasts.ts';

/** The selection in the dialog. */
export type ExportChoice = {
  includePodLogs: boolean;
  includeMetrics: boolean;
  /** null: all targets. */
  target: { namespace: string; name: string } | null;
};

/** The parameters of the export call, for the last seven days. */
export function exportParameters({ target, ...included }: ExportChoice, now: number): ExportParameters {
  const only = target === null ? {} : { namespace: target.namespace, targetName: target.name };
  return { ...included, ...only, ...isoWindow(exportWindow(now)) };
}

/**
 * Opens the export in a new window. The window is opened before the first `await`, because browsers block later ones as
 * pop-ups. A new window cannot send a token, so for a signed-in user the URL contains a ticket. If the server issues no
 * ticket, the URL is opened without one and the new window shows the server's error.
 */
export async function openExport(client: Client, parameters: ExportParameters, isSignedIn: boolean): Promise<void> {
  const address = (ticket?: string) =>
    safeHref(new URL(exportUrl(client, parameters, ticket), globalThis.location.href).href) ?? '';
  // `noopener` is not used, because `open` would return null for both a blocked and an open window.
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
    opened.document.body.textContent = 'The export starts in a moment. You can close this window when it is saved.';
  }
  try {
    return (await client.diagnostics.createTicket(parameters)).ticket;
  } catch {
    return undefined;
  }
}
