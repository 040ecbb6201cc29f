import { browserCommand } from '../auth/browser.ts';
import type { Context } from '../context.ts';

/** Starts a browser at a page, by an argument list: no shell reads the address. Whether it could be started. */
export async function openInBrowser(context: Context, page: string): Promise<boolean> {
  const command = browserCommand(page, process.platform, context.environment);
  const desktop = await context.desktop();
  return command !== null && desktop !== null && desktop.open(command);
}
