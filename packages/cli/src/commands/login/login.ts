import { tokenStores } from '../../config/setting-keys.ts';
import { exitCode } from '../../exit-code.ts';
import { defineCommand } from '../define.ts';
import { option, signInOptions } from '../options.ts';
import type { LoginOptions } from './sign-in-and-store.ts';

export const loginRun = defineCommand<LoginOptions>({
  name: 'login',
  summary: 'sign in to the API',
  description:
    'Shows a code to enter on a web page of the sign-in provider, on any device. The token is stored in the keyring, or in ' +
    'a file that only you can read. It is renewed automatically and sent to this API only. Scripts set TRIMTAB_TOKEN, or ' +
    'TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET, instead.',
  options: [
    ...signInOptions(),
    option('--token-store <place>', 'where to store the token; none prints it instead').choices(tokenStores),
  ],
  examples: {
    'trimtab login --api https://trimtab.example.com': 'signs in to that API',
    'trimtab login --token-store none': 'prints the token, for TRIMTAB_TOKEN, and stores nothing',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options) => {
    const { signInAndStore } = await import('./sign-in-and-store.ts');
    await signInAndStore(context, options);
  },
});
