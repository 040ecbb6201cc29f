import type { Context } from '../../context.ts';
import { notSignedIn } from './status.ts';

export async function showToken(context: Context): Promise<void> {
  const token = await context.token({ forceRefresh: false });
  if (token === null) throw notSignedIn(context);
  await context.stdout.text(`${token}\n`);
}
