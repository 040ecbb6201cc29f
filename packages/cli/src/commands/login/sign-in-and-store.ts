import { nameOf } from '../../auth/identity.ts';
import { signIn } from '../../auth/sign-in.ts';
import { signInSettings } from '../../auth/sign-in-settings.ts';
import { sessionStore, tokenSource } from '../../auth/token.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { changeSetting } from '../../services/settings-change.ts';
import { checkStore, choosePlace, keepSignIn } from '../../services/sign-in-store.ts';
import { report } from '../auth/present-sign-in.ts';
import type { LoginOptions } from './login.ts';

/** Who nobody can ask is told so before anything is sent. */
function refuseWithoutTerminal(context: Context): void {
  if (context.ask !== undefined) return;
  throw new CliError(
    'Nobody can sign in without a terminal.',
    exitCode.denied,
    'Set TRIMTAB_TOKEN to an access token, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET to those of a machine.',
  );
}

export async function carryOut(context: Context, options: LoginOptions): Promise<void> {
  refuseWithoutTerminal(context);
  const { issuer = null, clientId = null, audience = null, tokenStore = null } = options;
  if (tokenStore === 'none') {
    const { tokens } = await signIn(context, await signInSettings(context, { issuer, clientId, audience }));
    await context.stdout.text(`${tokens.accessToken}\n`);
    return;
  }
  const store = sessionStore(context);
  if (store === null) {
    throw new CliError(
      'There is no home folder to keep a sign-in in.',
      exitCode.denied,
      'Name one in TRIMTAB_CONFIG_DIR.',
    );
  }
  checkStore(store, context.api);
  const place = await choosePlace(context, tokenStore);
  const settings = await signInSettings(context, { issuer, clientId, audience });
  const approved = await signIn(context, settings);
  const { session, notices } = await keepSignIn(context, store, settings, approved, place);
  for (const notice of notices) await context.stderr.text(`${notice}\n`);
  // The next sign-in does not wait for the keyring again, nor says so again.
  if (session.keptIn === 'file' && tokenStore === null) await changeSetting(context, 'token-store', 'file');
  if (context.output === 'table' || context.output === 'wide') {
    await context.stderr.text(`Signed in to ${context.api} as ${nameOf(session.identity)}.\n`);
  } else {
    await report(context, { session, path: store.pathOf(session), isRenewed: approved.tokens.refreshToken !== null });
  }
  if (tokenSource(context) !== 'sign-in') {
    await context.stderr.text(
      `${tokenSource(context) === 'TRIMTAB_TOKEN' ? 'TRIMTAB_TOKEN is' : 'Client credentials are'} set, and used instead of this sign-in.\n`,
    );
  }
}
