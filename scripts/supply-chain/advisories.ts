import { readFileSync } from 'node:fs';
import process from 'node:process';
import { inCheckout } from '../checkout.ts';
import { runPnpm } from './pnpm.ts';

/**
 * The lines above waived advisories that give no reason, or a date that has passed. `workspace` is the text of
 * pnpm-workspace.yaml.
 */
export function badWaivers(workspace: string, now: number): string[] {
  const lines = workspace.split('\n');
  return lines.flatMap((line, index) => {
    const [advisory] = /GHSA-\w{4}-\w{4}-\w{4}/.exec(line) ?? [];
    const reason = (lines[index - 1] ?? '').trim();
    const [, day = ''] = /^# Until (\d{4}-\d\d-\d\d): .{20}/.exec(reason) ?? [];
    return advisory === undefined || Date.parse(day) >= now ? [] : [`${advisory}: ${reason}`];
  });
}

/** Explains the output of `pnpm audit` and the invalid waivers, and determines the exit code. */
export function verdict({ code, output }: { readonly code: number; readonly output: string }, bad: readonly string[]) {
  const waivers = bad.map((waiver) => `This waiver has no reason, or its date has passed: ${waiver}\n`).join('');
  if (!output.includes('ERR_PNPM_')) return { code: code === 0 && bad.length === 0 ? 0 : 1, text: output + waivers };
  const reason = output
    .replaceAll(/[\s│×├▶╰─]+/g, ' ')
    .replace(/^.*ERR_PNPM_\w+/, '')
    .trim();
  const text = `Nothing was checked: it is unknown whether the libraries in pnpm-lock.yaml have known security problems, because the registry of npm did not answer. ${reason}\n`;
  return { code: 2, text: text + waivers };
}

/**
 * Reports known security problems of the libraries, except those that pnpm-workspace.yaml waives. Exits with 0 if there
 * are none, with 1 if there are some or a waiver is invalid, with 2 if nothing was checked. Options are passed to `pnpm
 * audit`.
 */
if (import.meta.main) {
  const bad = badWaivers(readFileSync(inCheckout('pnpm-workspace.yaml'), 'utf8'), Date.now());
  const { code, text } = verdict(await runPnpm(['audit', '--prod', ...process.argv.slice(2)]), bad);
  process.stdout.write(text);
  process.exit(code);
}
