import { nameOf } from '../../auth/identity.ts';
import { signIn } from '../../auth/sign-in.ts';
import { signInSettings } from '../../auth/sign-in-settings.ts';
import { sessionStore, tokenSource } from '../../auth/token.ts';
import type { TokenStore } from '../../config/setting-keys.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { writeLines } from '../../output/present.ts';
import { changeSetting } from '../../services/settings-change.ts';
import { checkStore, choosePlace, storeSignIn } from '../../services/sign-in-store.ts';
import { presentSignIn } from '../auth/present-sign-in.ts';

export type LoginOptions = {
  issuer?: string;
  clientId?: string;
  audience?: string;
  tokenStore?: TokenStore;
};

export async function signInAndStore(context: Context, options: LoginOptions): Promise<void> {
  // Fail before sending anything if there is no terminal to show the code on.
  if (context.ask === undefined) {
    throw new CliError(
      'The sign-in needs a terminal.',
      exitCode.denied,
      'Set TRIMTAB_TOKEN to an access token, or set TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
    );
  }
  const { issuer = null, clientId = null, audience = null, tokenStore = null } = options;
  if (tokenStore === 'none') {
    const { tokens } = await signIn(context, await signInSettings(context, { issuer, clientId, audience }));
    await context.stdout.text(`${tokens.accessToken}\n`);
    return;
  }
  const store = sessionStore(context);
  if (store === null) {
    throw new CliError(
      'There is no home folder to store the sign-in in.',
      exitCode.denied,
      'Set TRIMTAB_CONFIG_DIR to a folder.',
    );
  }
  checkStore(store, context.api);
  const place = await choosePlace(context, tokenStore);
  const settings = await signInSettings(context, { issuer, clientId, audience });
  const approved = await signIn(context, settings);
  const { session, notices } = await storeSignIn(context, store, settings, approved, place);
  await writeLines(context, notices);
  // The next sign-in then neither waits for the keyring nor repeats the notice.
  if (session.keptIn === 'file' && tokenStore === null) await changeSetting(context, 'token-store', 'file');
  if (context.output === 'table' || context.output === 'wide') {
    await context.stderr.text(`Signed in to ${context.api} as ${nameOf(session.identity)}.\n`);
  } else {
    const isRenewed = approved.tokens.refreshToken !== null;
    await presentSignIn(context, { session, path: store.pathOf(session), isRenewed });
  }
  const source = tokenSource(context);
  if (source !== 'sign-in') {
    const names = source === 'TRIMTAB_TOKEN' ? source : 'TRIMTAB_CLIENT_SECRET';
    await writeLines(context, [`${names} is set, so it is used instead of this sign-in.`]);
  }
}
