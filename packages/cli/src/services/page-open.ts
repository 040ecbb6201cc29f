import { browserCommand } from '../auth/browser.ts';
import type { Context } from '../context.ts';

/** Opens a page in a browser; false if there is none. The address is an argument, so no shell interprets it. */
export async function openInBrowser(context: Context, page: string): Promise<boolean> {
  const command = browserCommand(page, process.platform, context.environment);
  const desktop = await context.desktop();
  return command !== null && desktop !== null && desktop.open(command);
}
