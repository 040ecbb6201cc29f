import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { type CommandMaker, defineCommand } from '../define.ts';

/** Takes the list of commands as a function, because the list contains this command. */
export const completionPrint = (listCommands: () => readonly CommandMaker[]) =>
  defineCommand({
    name: 'completion',
    summary: 'print the completion script of a shell',
    description:
      'Prints a script that completes commands, options and their values, also the names of contexts, namespaces and ' +
      'targets, which it reads from the API for at most two seconds. Store it where your shell loads it at start-up.',
    arguments: [{ name: '<bash|zsh|fish>', description: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: {
      'source <(trimtab completion bash)': 'enables completion in this shell; add it to ~/.bashrc for every shell',
      'trimtab completion zsh > "${fpath[1]}/_trimtab"': 'for zsh',
      'trimtab completion fish > ~/.config/fish/completions/trimtab.fish': 'for fish',
    },
    exitCodes: [exitCode.ok, exitCode.usage],
    run: async (context, _options, [shell = '']) => {
      const [{ shells }, { referenceOf }] = await Promise.all([
        import('../../reference/completion.ts'),
        import('../../reference/definitions.ts'),
      ]);
      if (shell !== 'bash' && shell !== 'zsh' && shell !== 'fish') {
        throw new UsageError(`There is no completion for ${shell}.`, 'The shells are bash, zsh and fish.');
      }

      await context.stdout.text(shells[shell](referenceOf(listCommands())));
    },
  });
