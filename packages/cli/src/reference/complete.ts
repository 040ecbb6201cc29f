import { limitPolicies } from '../commands/limits/limits.ts';
import type { Surroundings } from '../context.ts';
import type { OutputStream } from '../output/writer.ts';

/** A shell waits for the names, so do not wait longer for a slow API. */
const timeLimitMs = 2_000;

/** The typed value of an option, in any of its spellings; null if it is absent. */
function valueOf(words: readonly string[], short: string | null, long: string): string | null {
  for (const [index, word] of words.entries()) {
    if (word === short || word === long) return words[index + 1] ?? null;
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    if (short !== null && word.startsWith(short) && !word.startsWith('--'))
      return word.slice(short.length).replace(/^=/, '');
  }
  return null;
}

function lineFor(kind: string, typed: readonly string[]): string[] {
  const namespace = valueOf(typed, '-n', '--namespace');
  const name = namespace === null ? '{.namespace}/{.name}' : '{.name}';
  const place = namespace === null ? '/v1/ast' : `/v1/ast/${encodeURIComponent(namespace)}`;
  switch (kind) {
    case 'contexts':
      return ['context', 'list', '-o', 'name'];
    case 'clusters':
      return ['api', '/config.json', '-o', 'jsonpath={range .extra.clusters[*]}{@}{"\\n"}{end}'];
    case 'namespaces':
      return ['namespaces', '-o', 'name'];
    case 'targets':
    case 'limits':
      // Only the list of all namespaces has pages.
      return [
        'api',
        place,
        ...(namespace === null ? ['--paginate'] : []),
        '-o',
        `jsonpath={range .items[*]}${name}{"\\n"}{end}${kind === 'limits' ? `{"${[...limitPolicies.keys()].join('\\n')}\\n"}` : ''}`,
      ];
    default:
      return [];
  }
}

/** The command line whose output is the names for a completion script, one per line; empty for an unknown kind. */
export function namesLine([kind = '', ...typed]: readonly string[]): string[] {
  const line = lineFor(kind, typed);
  const scope = ['--api', '--context'].flatMap((long) => {
    const value = valueOf(typed, null, long);
    return value === null ? [] : [long, value];
  });
  return line.length === 0 ? [] : [...line, ...scope];
}

/**
 * What names of Kubernetes and contexts consist of. Other text could be a command in the shell that completes it, or an
 * option of this program.
 */
const harmlessName = /^\w[\w.:@/-]*$/;

/** Writes only the lines that are harmless names. */
function namesOnly(stdout: OutputStream): OutputStream {
  let rest = '';
  return {
    write(chunk, written) {
      const lines = `${rest}${typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      return stdout.write(
        lines
          .filter((line) => harmlessName.test(line))
          .map((line) => `${line}\n`)
          .join(''),
        written,
      );
    },
  };
}

/** Suppresses questions and messages, because they would appear in the command line that the user is typing. */
export const silent = (surroundings: Surroundings): Surroundings => ({
  ...surroundings,
  stdout: namesOnly(surroundings.stdout),
  ask: undefined,
  waitingAfterMs: undefined,
  stderr: {
    write: (_text, written) => {
      written();
      return true;
    },
  },
  signal: AbortSignal.any([surroundings.signal, AbortSignal.timeout(timeLimitMs)]),
});
