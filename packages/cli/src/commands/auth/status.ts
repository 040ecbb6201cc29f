import { expiryOf, identityOf } from '../../auth/identity.ts';
import { namedSettings, openTokens, sessionStore, tokenSource } from '../../auth/token.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { presentSignIn } from './present-sign-in.ts';

function notSignedIn(context: Context): CliError {
  return new CliError(
    `You are not signed in to ${context.api}.`,
    exitCode.denied,
    'Sign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET. An API ' +
      'without sign-in needs none of these.',
  );
}

async function showVariable(context: Context): Promise<void> {
  const token = context.environment['TRIMTAB_TOKEN'] ?? '';
  const expiresAt = expiryOf(token);
  const session = {
    api: context.api,
    issuer: null,
    identity: identityOf(token),
    keptIn: 'environment',
    expiresAt,
  } as const;
  await presentSignIn(context, { session, path: 'TRIMTAB_TOKEN', isRenewed: false });
}

async function showClientCredentials(context: Context): Promise<void> {
  const { issuer } = namedSettings(context);
  const identity = { subject: context.environment['TRIMTAB_CLIENT_ID'] ?? null, name: null, email: null };
  const session = { api: context.api, issuer, identity, keptIn: 'environment', expiresAt: null } as const;
  await presentSignIn(context, { session, path: 'TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET', isRenewed: true });
}

export async function showStatus(context: Context): Promise<void> {
  const source = tokenSource(context);
  // Refuses credentials that no command would send to this API. Sends nothing.
  if (source !== 'sign-in') openTokens(context);
  if (source === 'TRIMTAB_TOKEN') return showVariable(context);
  if (source === 'client credentials') return showClientCredentials(context);
  const store = sessionStore(context);
  const session = store?.find(context.api, namedSettings(context)) ?? null;
  if (store === null || session === null) throw notSignedIn(context);
  const { refreshToken } = await store.secretsOf(session);
  await presentSignIn(context, { session, path: store.pathOf(session), isRenewed: refreshToken !== null });
  if (refreshToken === null && session.expiresAt <= context.now()) {
    throw new CliError('This sign-in has expired.', exitCode.denied, 'Sign in again: trimtab login');
  }
}

export async function showToken(context: Context): Promise<void> {
  const token = await context.token({ forceRefresh: false });
  if (token === null) throw notSignedIn(context);
  await context.stdout.text(`${token}\n`);
}
