import { expiryOf, identityOf } from '../../auth/identity.ts';
import { namedSettings, sessionStore, tokenSource } from '../../auth/token.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { report } from './present-sign-in.ts';

function nobody(context: Context): CliError {
  return new CliError(
    `Nobody is signed in to ${context.api}.`,
    exitCode.denied,
    'Sign in with trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET. An API without sign-in ' +
      'needs none.',
  );
}

/** Of a token that was given by a variable, what it says of itself. */
async function showVariable(context: Context): Promise<void> {
  const token = context.environment['TRIMTAB_TOKEN'] ?? '';
  await report(context, {
    session: {
      api: context.api,
      issuer: null,
      identity: identityOf(token),
      keptIn: 'environment',
      expiresAt: expiryOf(token),
    },
    path: 'TRIMTAB_TOKEN',
    isRenewed: false,
  });
}

async function showMachine(context: Context): Promise<void> {
  const clientId = context.environment['TRIMTAB_CLIENT_ID'] ?? null;
  await report(context, {
    session: {
      api: context.api,
      issuer: namedSettings(context).issuer,
      identity: { subject: clientId, name: null, email: null },
      keptIn: 'environment',
      expiresAt: null,
    },
    path: 'TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET',
    isRenewed: true,
  });
}

export async function showStatus(context: Context): Promise<void> {
  const source = tokenSource(context);
  if (source === 'TRIMTAB_TOKEN') return showVariable(context);
  if (source === 'client credentials') return showMachine(context);
  const store = sessionStore(context);
  const session = store?.find(context.api, namedSettings(context)) ?? null;
  if (store === null || session === null) throw nobody(context);
  const { refreshToken } = await store.secretsOf(session);
  await report(context, { session, path: store.pathOf(session), isRenewed: refreshToken !== null });
  if (refreshToken === null && session.expiresAt <= context.now()) {
    throw new CliError('This sign-in has ended.', exitCode.denied, 'Sign in again: trimtab login');
  }
}

export async function showToken(context: Context): Promise<void> {
  const token = await context.token({ forceRefresh: false });
  if (token === null) throw nobody(context);
  await context.stdout.text(`${token}\n`);
}
