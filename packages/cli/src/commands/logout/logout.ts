import { exitCode } from '../../exit-code.ts';
import { defineCommand } from '../define.ts';

export const logoutRun = defineCommand({
  name: 'logout',
  summary: 'sign out of the API',
  description:
    'Removes the sign-in for this API from this machine, and tells the provider to end it. It is removed also when the ' +
    'provider cannot be told.',
  examples: [
    { line: 'trimtab logout', does: 'signs out of the API of the context in use' },
    { line: 'trimtab logout --api https://trimtab.example.com', does: 'signs out of that API, and of no other' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.denied],
  run: async (context) => {
    const { signOut } = await import('../../services/sign-out.ts');
    const { removed, problem } = await signOut(context);
    await context.stderr.text(
      removed === 0 ? `Nobody was signed in to ${context.api}.\n` : `Signed out of ${context.api}.\n`,
    );
    if (problem !== null) {
      await context.stderr.text(
        `The provider could not be told (${problem}): what was signed in ends there by itself.\n`,
      );
    }
    if ((context.environment['TRIMTAB_TOKEN'] ?? '') !== '') {
      await context.stderr.text('TRIMTAB_TOKEN is still set: unset it to be signed out of this shell.\n');
    }
  },
});
