import { exitCode } from '../../exit-code.ts';
import { actionOf } from '../action.ts';
import { defineCommand } from '../define.ts';

const actions = ['status', 'token'] as const;

export const authRun = defineCommand({
  name: 'auth',
  summary: 'show who is signed in, or print the access token',
  description:
    'status (the default) shows who is signed in to this API, where the token is stored and when it expires, without a ' +
    'request. token prints the access token for other programs and renews it first if necessary.',
  arguments: [{ name: '[action]', description: 'status or token (default: status)', choices: actions }],
  examples: {
    'trimtab auth status': 'shows who is signed in; the exit code is 4 if you are signed out',
    'trimtab auth token': 'prints only the token, for a script: TOKEN=$(trimtab auth token)',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, _options, [action = 'status']) => {
    const known = actionOf('auth', actions, action, ' To sign in or out, use trimtab login and trimtab logout.');
    const { showStatus, showToken } = await import('./status.ts');
    return known === 'status' ? showStatus(context) : showToken(context);
  },
});
