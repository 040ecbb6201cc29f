import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { fetchByOrigin } from '../http/fetch-per-origin.ts';
import { sanitize } from '../output/sanitize.ts';
import { browserCommand, mayOpen } from './browser.ts';
import { awaitApproval, type DeviceCode, type Ending, pollOnce, requestCode } from './device-flow.ts';
import type { Provider } from './oauth.ts';
import type { Tokens } from './provider-answer.ts';
import type { SignInSettings } from './sign-in-settings.ts';

export type Approved = {
  readonly provider: Provider;
  readonly tokens: Tokens;
};

function expired(): CliError {
  return new CliError('The code has ended before it was used.', exitCode.denied, 'Start again: trimtab login');
}

async function showCode(context: Context, provider: Provider, code: DeviceCode): Promise<void> {
  await context.stderr.text(
    `Signing in to ${context.api} with ${new URL(provider.issuer).host}.\n\n` +
      `  Page: ${sanitize(code.page)}\n  Code: ${sanitize(code.userCode)}\n\n` +
      'Only continue if you started this sign-in.\n',
  );
}

/** Offers to open the page, and opens it only after Enter. A page that could be any page is only shown. */
async function offerBrowser(
  context: Context,
  provider: Provider,
  code: DeviceCode,
  givenUp: AbortSignal,
): Promise<void> {
  const page = [code.completePage, code.page].find((each) => each !== null && mayOpen(each, provider.issuer));
  const isOdd = code.completePage !== null && !mayOpen(code.completePage, provider.issuer);
  if (isOdd || page == null) {
    await context.stderr.text(
      `The page that the provider names is not on its own host over https, so it is not opened: ${sanitize(code.completePage ?? code.page).slice(0, 300)}\n`,
    );
    return;
  }
  const command = browserCommand(page, process.platform, context.environment);
  if (command === null) return;
  const answer = await context.ask?.('Press Enter to open the page in a browser. ', givenUp);
  if (answer === null || answer === undefined || givenUp.aborted) return;
  const desktop = await context.desktop();
  if ((await desktop?.open(command)) !== true) {
    await context.stderr.text('No browser could be started: open the page yourself, on any device.\n');
  }
}

async function once(context: Context, provider: Provider, settings: SignInSettings): Promise<Ending> {
  // A question stands on the terminal meanwhile: no line of ours may be drawn over it.
  const fetch = fetchByOrigin({ ...context.http, waiting: undefined });
  const { signal } = context;
  const call = { fetch, provider, clientId: settings.clientId, signal };
  const code = await requestCode(call, settings.audience);
  await showCode(context, provider, code);
  const done = new AbortController();
  const offer = offerBrowser(context, provider, code, done.signal);
  // The wait decides; what becomes of the browser does not.
  offer.catch(() => undefined);
  try {
    return await awaitApproval(() => pollOnce(call, code), code, context.clock, signal);
  } finally {
    done.abort();
    await offer.catch(() => undefined);
  }
}

/** Signs a person in by device code (RFC 8628). A code that ended is replaced only by one that was asked for. */
export async function signIn(context: Context, settings: SignInSettings): Promise<Approved> {
  if (context.ask === undefined) {
    throw new CliError(
      'Nobody can sign in without a terminal.',
      exitCode.denied,
      'Set TRIMTAB_TOKEN to an access token, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET to those of a machine.',
    );
  }
  const { discover } = await import('./oauth.ts');
  const provider = await discover(fetchByOrigin(context.http), settings.issuer, context.signal);
  for (;;) {
    const ending = await once(context, provider, settings);
    switch (ending.kind) {
      case 'tokens':
        return { provider, tokens: ending.tokens };
      case 'denied':
        throw new CliError('The sign-in was refused.', exitCode.denied, 'Start again: trimtab login');
      case 'refused':
        throw new CliError(
          `The sign-in provider refused: ${ending.error}${ending.description === '' ? '' : `, ${ending.description}`}.`,
          exitCode.denied,
          'Start again: trimtab login',
        );
      case 'expired': {
        const answer = await context.ask('The code has ended. Show a new one? [y/N] ');
        if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw expired();
      }
    }
  }
}
