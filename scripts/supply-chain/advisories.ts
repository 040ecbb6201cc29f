import process from 'node:process';
import { runPnpm } from './pnpm.ts';

/** Explains the output of `pnpm audit` in one sentence, with the exit code. */
export function verdict({ code, output }: { readonly code: number; readonly output: string }) {
  if (code === 0) return { code: 0, text: output };
  if (!output.includes('ERR_PNPM_AUDIT_BAD_RESPONSE')) return { code: 1, text: output };
  const reason = output
    .replaceAll(/[\s│×├▶╰─]+/g, ' ')
    .replace(/^.*ERR_PNPM_AUDIT_BAD_RESPONSE/, '')
    .trim();
  return { code: 0, text: `Nothing was checked, because the registry of npm does not answer: ${reason}\n` };
}

/** Reports known security problems of the libraries, except those that pnpm-workspace.yaml waives. */
if (import.meta.main) {
  const { code, text } = verdict(await runPnpm(['audit', '--prod']));
  process.stdout.write(text);
  process.exit(code);
}
