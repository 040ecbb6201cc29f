import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { defineCommand } from '../define.ts';

export const logoutRun = defineCommand({
  name: 'logout',
  summary: 'sign out of the API',
  description:
    'Removes the sign-in for this API from this machine and revokes it at the provider. It is removed even if the ' +
    'provider does not answer.',
  examples: {
    'trimtab logout': 'signs out of the API of the context in use',
    'trimtab logout --api https://trimtab.example.com': 'signs out of that API only',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.denied],
  run: async (context) => {
    const { signOut } = await import('../../services/sign-out.ts');
    const { removed, problem, leftInKeyring } = await signOut(context);
    const isTokenSet = (context.environment['TRIMTAB_TOKEN'] ?? '') !== '';
    const { writeLines } = await import('../../output/present.ts');
    await writeLines(context, [
      removed === 0 ? `You were not signed in to ${context.api}.` : `Signed out of ${context.api}.`,
      ...(problem === null
        ? []
        : [`The sign-in could not be revoked at the provider (${problem}). It stays valid there until it expires.`]),
      ...(isTokenSet ? ['TRIMTAB_TOKEN is still set and still used. Unset it to sign out in this shell.'] : []),
    ]);
    if (leftInKeyring.length > 0) {
      throw new CliError(
        'The keyring is locked or does not answer, so the token of trimtab is still in it.',
        exitCode.denied,
        // The keyring can have entries of other APIs under the same name.
        `Unlock it, and delete the entry "trimtab" of the account ${leftInKeyring.join(' and ')}.`,
      );
    }
  },
});
