import { type TokenStore, tokenStores } from '../../config/setting-keys.ts';
import { exitCode } from '../../exit-code.ts';
import { defineCommand } from '../define.ts';
import { audienceOption, clientIdOption, issuerOption, option } from '../options.ts';

export type LoginOptions = Record<string, unknown> & {
  issuer?: string;
  clientId?: string;
  audience?: string;
  tokenStore?: TokenStore;
};

export const loginRun = defineCommand<LoginOptions>({
  name: 'login',
  summary: 'sign in to the API',
  description:
    'Signs in at the provider that the API names: shows a code to type into a page on any device. The sign-in is kept ' +
    "in the system's keyring, else in a file that only you can read, renewed by itself, and sent to this API alone. " +
    'Scripts set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
  options: [
    issuerOption(),
    clientIdOption(),
    audienceOption(),
    option('--token-store <place>', 'where to keep it; none prints the token instead', 'TRIMTAB_TOKEN_STORE').choices(
      tokenStores,
    ),
  ],
  examples: [
    { line: 'trimtab login --api https://trimtab.example.com', does: 'signs in to that API' },
    { line: 'trimtab login --token-store none', does: 'prints the token, for TRIMTAB_TOKEN; nothing is kept on disk' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options) => {
    const { carryOut } = await import('./sign-in-and-store.ts');
    await carryOut(context, options);
  },
});
