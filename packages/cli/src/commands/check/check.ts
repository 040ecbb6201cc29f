import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { CliError } from '../../failure.ts';
import { present, writeNotes } from '../../output/present.ts';
import { ignoreClosedPipe } from '../../output/write-error.ts';
import type { Check } from '../../services/thresholds-check.ts';
import { defineCommand } from '../define.ts';
import { allNamespacesOption, clusterOption, namespacesOption, numberFrom, option } from '../options.ts';
import { wholeScopeOf } from '../scope.ts';

type CheckOptions = {
  namespace?: string[];
  cluster?: string[];
  allNamespaces?: boolean;
  maxWasteYearly?: number;
  maxUnderprovisioned?: number;
  failOn?: 'medium' | 'high';
};

const amount = numberFrom(0, 1e15, 'Use a number of 0 or more.', { decimals: true });

/** The report of a CI format; null for the common formats. */
async function reportFor({ output, version, now }: Context, check: Check): Promise<string | null> {
  if (output === 'junit') {
    const { junit } = await import('./report-junit.ts');
    return junit(check, now());
  }
  if (output === 'sarif') {
    const [{ sarif }, { json }] = await Promise.all([import('./report-sarif.ts'), import('../../output/json.ts')]);
    return json(sarif(check, version));
  }
  if (output !== 'markdown') return null;
  const { markdown } = await import('./report-markdown.ts');
  return markdown(check);
}

async function report(context: Context, check: Check): Promise<void> {
  const findings = check.results.filter(({ passed }) => !passed);
  const document = await reportFor(context, check);
  if (document !== null) {
    await context.stdout.text(document);
    return writeNotes(context, check.lacks);
  }
  const { checkSummary, resultColumns } = await import('./columns.ts');
  const { thresholds, figures } = check;
  return present(context, {
    data: { passed: findings.length === 0 && check.incomplete === null, thresholds, figures, findings },
    rows: findings,
    columns: resultColumns,
    nameOf: ({ target, rule }) => target ?? rule,
    notes: [checkSummary(check)],
    lacks: check.lacks,
    empty: `No findings. ${checkSummary(check)}`,
  });
}

const nextStep =
  'Run the check again if data is still being read. A cost stays unknown while a request or the workload is missing.';

export const checkRun = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'fail if a threshold is exceeded, for CI',
  description:
    'Compares the cluster or namespaces with thresholds, by default --fail-on high. The exit code is 1 if one is ' +
    'exceeded, otherwise 5 if a figure is unknown. -o junit, sarif and markdown are reports for CI.',
  options: [
    namespacesOption('only this namespace'),
    allNamespacesOption('every namespace; the default without -n'),
    clusterOption(),
    option('--max-waste-yearly <dollars>', 'the highest accepted yearly waste').argParser(amount),
    option('--max-underprovisioned <count>', 'the highest accepted number of underprovisioned targets').argParser(
      amount,
    ),
    option('--fail-on <severity>', 'report targets of this severity or higher').choices(['medium', 'high']),
  ],
  examples: {
    'trimtab check --max-waste-yearly 5000 --fail-on high':
      'fails above $5,000 of yearly waste, or if a target has severity high',
    'trimtab check -n storefront -o junit > trimtab.xml': 'writes a report that CI shows with the tests',
  },
  exitCodes: [exitCode.ok, exitCode.findings, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, _names, fromFlag) => {
    const scope = await wholeScopeOf(context, options, fromFlag);
    const { maxWasteYearly = null, maxUnderprovisioned = null } = options;
    const isBare = maxWasteYearly === null && maxUnderprovisioned === null;
    const { runCheck } = await import('../../services/thresholds-check.ts');
    const check = await runCheck(await context.client(), {
      ...scope,
      thresholds: { maxWasteYearly, maxUnderprovisioned, failOn: options.failOn ?? (isBare ? 'high' : null) },
    });
    context.outlivePipe();
    await report(context, check).catch(ignoreClosedPipe);
    const findings = check.results.filter(({ passed }) => !passed).length;
    if (findings > 0) {
      const count = findings === 1 ? '1 finding.' : `${findings} findings.`;
      throw new CliError([count, check.incomplete].filter((part) => part !== null).join(' '), exitCode.findings);
    }
    if (check.incomplete !== null) throw new CliError(check.incomplete, exitCode.partial, nextStep);
  },
});
