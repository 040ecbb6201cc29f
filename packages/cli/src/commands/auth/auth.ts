import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';

export const authRun = defineCommand({
  name: 'auth',
  summary: 'show who is signed in, or print the access token',
  description:
    'status (the default) shows who is signed in to this API, where the token is stored and when it expires, without a ' +
    'request. token prints the access token for other programs and renews it first if necessary.',
  arguments: [{ name: '[action]', description: 'status or token (default: status)', choices: ['status', 'token'] }],
  examples: {
    'trimtab auth status': 'shows who is signed in; the exit code is 4 if you are signed out',
    'trimtab auth token': 'prints only the token, for a script: TOKEN=$(trimtab auth token)',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, _options, [action = 'status']) => {
    if (action !== 'status' && action !== 'token') {
      throw new UsageError(
        `trimtab auth has no action ${action}.`,
        'The actions are status and token. To sign in or out, use trimtab login and trimtab logout.',
      );
    }
    const { showStatus, showToken } = await import('./status.ts');
    return action === 'status' ? showStatus(context) : showToken(context);
  },
});
