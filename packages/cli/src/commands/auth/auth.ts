import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';

export const authRun = defineCommand({
  name: 'auth',
  summary: 'show who is signed in, or print the access token',
  description:
    'status (what is meant without a word) shows who is signed in to this API, where the token is kept and when it ' +
    'ends; nothing is sent. token prints the access token, renewed when it is due, for other programs.',
  arguments: [{ name: '[action]', description: 'status or token', choices: ['status', 'token'] }],
  examples: [
    { line: 'trimtab auth status', does: 'who is signed in; exit code 4 when nobody is' },
    { line: 'trimtab auth token', does: 'the token alone, for a script: TOKEN=$(trimtab auth token)' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, _options, [action = 'status']) => {
    if (action !== 'status' && action !== 'token') {
      throw new UsageError(
        `There is no trimtab auth ${action}.`,
        'It is status or token; trimtab login signs in, trimtab logout out.',
      );
    }
    const { showStatus, showToken } = await import('./status.ts');
    await (action === 'status' ? showStatus(context) : showToken(context));
  },
});
