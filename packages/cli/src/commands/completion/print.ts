import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { defineCommand } from '../define.ts';

export const completionPrint = defineCommand({
  name: 'completion',
  summary: 'print the completion script of a shell',
  description:
    'Prints a script that completes commands, options and their values. Put it where your shell reads it at its start. ' +
    'No request is sent, now or while completing.',
  arguments: [{ name: '<bash|zsh|fish>', description: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
  examples: [
    { line: 'source <(trimtab completion bash)', does: 'completes in this shell; in ~/.bashrc, in every one' },
    { line: 'trimtab completion zsh > "${fpath[1]}/_trimtab"', does: 'for zsh' },
    { line: 'trimtab completion fish > ~/.config/fish/completions/trimtab.fish', does: 'for fish' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, _options, [shell = '']) => {
    const [{ shells }, { readReference }] = await Promise.all([
      import('../../reference/completion.ts'),
      import('../../reference/definitions.ts'),
    ]);
    if (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish') {
      throw new UsageError(`There is no completion for ${shell}.`, 'Give bash, zsh or fish.');
    }
    // A shell reads the script: its own line breaks and indentation are all it holds.
    await context.stdout.text(shells[shell](await readReference()));
  },
});
