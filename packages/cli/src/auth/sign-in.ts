import { sanitize } from '@trimtab/core';
import { isYes } from '../confirm.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { fetchByOrigin } from '../http/fetch.ts';
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
  return new CliError('The code expired before it was used.', exitCode.denied, 'Start again: trimtab login');
}

async function showCode(context: Context, provider: Provider, code: DeviceCode): Promise<void> {
  await context.stderr.text(
    `Signing in to ${context.api} with ${new URL(provider.issuer).host}.\n\n` +
      `  Page: ${sanitize(code.page)}\n  Code: ${sanitize(code.userCode)}\n\n` +
      'Only continue if you started this sign-in.\n',
  );
}

/** Opens the page after the user presses Enter. An unsafe page is only printed. */
async function offerBrowser(
  context: Context,
  provider: Provider,
  code: DeviceCode,
  canceled: AbortSignal,
): Promise<void> {
  const page = [code.completePage, code.page].find((each) => each !== null && mayOpen(each, provider.issuer));
  const isUnsafe = code.completePage !== null && !mayOpen(code.completePage, provider.issuer);
  if (isUnsafe || page == null) {
    await context.stderr.text(
      `The page is not an https page on the provider's own host, so it was not opened: ${sanitize(code.completePage ?? code.page).slice(0, 300)}\n`,
    );
    return;
  }
  const command = browserCommand(page, process.platform, context.environment);
  if (command === null) return;
  const answer = await context.ask?.('Press Enter to open the page in a browser. ', canceled);
  if (answer === null || answer === undefined || canceled.aborted) return;
  const desktop = await context.desktop();
  if ((await desktop?.open(command)) !== true) {
    await context.stderr.text('No browser could be started. Open the page yourself, on any device.\n');
  }
}

async function signInOnce(context: Context, provider: Provider, settings: SignInSettings): Promise<Ending> {
  // Show no waiting message, because it would overwrite the question on the terminal.
  const fetch = fetchByOrigin({ ...context.http, waiting: undefined });
  const { signal } = context;
  const call = { fetch, provider, clientId: settings.clientId, signal };
  const code = await requestCode(call, settings.audience);
  await showCode(context, provider, code);
  const done = new AbortController();
  const offer = offerBrowser(context, provider, code, done.signal);
  // Only the polling decides whether the sign-in succeeds, so ignore a failing browser.
  offer.catch(() => undefined);
  try {
    return await awaitApproval(() => pollOnce(call, code), code, context.clock, signal);
  } finally {
    done.abort();
    await offer.catch(() => undefined);
  }
}

/** Signs the user in by device code (RFC 8628). A new code replaces an expired one only if the user wants it. */
export async function signIn(context: Context, settings: SignInSettings): Promise<Approved> {
  const { discover } = await import('./oauth.ts');
  const provider = await discover(fetchByOrigin(context.http), settings.issuer, context.signal);
  for (;;) {
    const ending = await signInOnce(context, provider, settings);
    switch (ending.kind) {
      case 'tokens':
        return { provider, tokens: ending.tokens };
      case 'denied':
        throw new CliError('The sign-in was denied.', exitCode.denied, 'Start again: trimtab login');
      case 'refused':
        throw new CliError(
          `The sign-in provider returned an error: ${ending.error}${ending.description === '' ? '' : `, ${ending.description}`}.`,
          exitCode.denied,
          'Start again: trimtab login',
        );
      case 'expired': {
        const answer = await context.ask?.('The code has expired. Show a new one? [y/N] ');
        if (!isYes(answer)) throw expired();
      }
    }
  }
}
