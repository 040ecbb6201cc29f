import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError, UsageError } from '../../failure.ts';
import { paint, type TextStyle } from '../../output/style.ts';
import { refuseOtherFormats } from '../../output/typed-format.ts';
import type { LogRow, LogSource } from '../../services/pod-logs.ts';
import { defineCommand } from '../define.ts';
import { duration, namespaceOption, numberFrom, option } from '../options.ts';
import { requiredTarget } from '../scope.ts';

type LogsOptions = {
  namespace?: string;
  pod?: string;
  container?: string;
  previous?: boolean;
  follow?: boolean;
  tail: number;
  since?: number;
  timestamps?: boolean;
};

const lineCount = numberFrom(0, 10_000, 'Use a whole number from 0 to 10000.');

/** The styles of the names before the lines of several logs. */
const styles: readonly TextStyle[] = ['accent', 'good', 'warn', 'strong'];

type Shown = { readonly sources: readonly LogSource[]; readonly withTimes: boolean };

/** Prints one line: the source if there are several, the time if requested, and the text. */
async function linePrinter(context: Context, { sources, withTimes }: Shown) {
  const { color, output, selection, stdout } = context;
  if (output === 'json') {
    const { escapeUnsafe } = await import('../../output/sanitize.ts');
    const print = (data: unknown) => `${escapeUnsafe(JSON.stringify(data))}\n`;
    if (selection === null || selection.kind === 'custom-columns')
      return (rows: readonly LogRow[]) => stdout.text(rows.map(print).join(''));
    const { selectedText } = await import('../../output/present.ts');
    const select = async (row: LogRow) => {
      const text = await selectedText(selection, { data: row, print });
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    };
    return async (rows: readonly LogRow[]) => {
      for (const row of rows) await stdout.lines(await select(row));
    };
  }
  const hasSeveral = new Set(sources.map(({ container }) => container)).size > 1;
  const nameOf = ({ pod, container }: LogSource) => (hasSeveral ? `${pod}/${container}` : pod);
  const names = [...new Set(sources.map(nameOf))];
  const prefixes = new Map(
    names.map((name, index) => [name, `${paint(styles[index % styles.length] ?? 'plain', name, color)} `]),
  );
  const textOf = (row: LogRow) =>
    [
      names.length > 1 ? (prefixes.get(nameOf(row)) ?? '') : '',
      withTimes && row.at !== null ? `${paint('dim', row.at, color)} ` : '',
      // Make escape sequences of the log visible, including sequences that this program itself could print.
      row.text.replaceAll('\u001b', '␛'),
      '\n',
    ].join('');
  return (rows: readonly LogRow[]) => stdout.rows(rows.map(textOf).join(''));
}

const since = duration('Use a duration such as 30s, 10m or 2h.', { leastMs: 1_000 });

const earlier = (a: LogRow, b: LogRow): number => (a.at ?? '').localeCompare(b.at ?? '');

export const logsPrint = defineCommand<LogsOptions>({
  name: 'logs',
  summary: 'print the logs of the pods of a target',
  description:
    'Prints the newest lines of all containers of a target, in the order of their times, with secrets of known forms ' +
    'replaced. Several logs have the names of their pods before each line. With -o json each line is an object.',
  arguments: [{ name: '<name>', description: 'the target, or NAMESPACE/NAME without -n', choices: 'targets' }],
  options: [
    namespaceOption('the namespace of the target'),
    option('--pod <name>', 'only this pod'),
    option('-c, --container <name>', 'only this container; also an init container'),
    option('--previous', 'the log before the last restart'),
    option('-f, --follow', 'then print new lines until Ctrl-C'),
    option('--tail <lines>', 'how many lines of each container (default: 100)').default(100).argParser(lineCount),
    option('--since <time>', 'only lines newer than this, such as 10m or 2h').argParser(since),
    option('--timestamps', 'begin each line with its time'),
  ],
  examples: {
    'trimtab logs storefront/cart -f': 'follows the logs of all pods of cart',
    'trimtab logs -n storefront cart --previous': 'the last lines of restarted containers',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial, exitCode.interrupted],
  run: async (context, options, [word = ''], fromFlag) => {
    const { pod, container, previous = false, follow = false, tail, timestamps: withTimes = false } = options;
    refuseOtherFormats(context, 'trimtab logs', ['table', 'wide', 'json']);
    if (context.selection?.kind === 'custom-columns' && context.configuration.sourceOf('output') === 'flag')
      throw new UsageError('trimtab logs has no columns.', 'Use --jq, --json or -o jsonpath=.');
    const target = requiredTarget(word, options.namespace, fromFlag('namespace'));
    if (previous && follow) throw new UsageError('A previous container has ended.', 'Give --previous or -f, not both.');
    const seconds = options.since === undefined ? undefined : Math.min(31_536_000, Math.round(options.since / 1_000));
    const choice = { pod, container, previous, follow, tail, since: seconds };
    const { logSources, readLogs } = await import('../../services/pod-logs.ts');
    const client = await context.client();
    const { signal, stderr } = context;
    const sources = await logSources(client, target, choice, signal);
    const print = await linePrinter(context, { sources, withTimes });
    const isSorted = sources.length > 1 && !follow;
    const kept: LogRow[] = [];
    const take = async (rows: readonly LogRow[]) => (isSorted ? void kept.push(...rows) : print(rows));
    const tell = (sentence: string) => stderr.text(`${sentence}\n`);
    const problems = await readLogs(client, target, { sources, choice, signal, take, tell });
    await print(kept.toSorted(earlier));
    if (problems.length > 0) throw new CliError(problems.join('\n'), exitCode.partial);
    if (!follow) return;
    await stderr.text('The logs have ended: the containers have stopped.\n');
  },
});
