import { formatCount, formatMoney } from '@trimtab/core';
import { escapeMarkdown } from '../../output/escape-markdown.ts';
import type { Check } from '../../services/thresholds-check.ts';
import { withoutTarget } from './columns.ts';

/** A report for a comment on a pull request. */
export function markdown({ figures, results, incomplete }: Check): string {
  const findings = results.filter(({ passed }) => !passed);
  const count = findings.length === 1 ? '1 finding' : `${formatCount(findings.length)} findings`;
  const rows = findings.map((finding) => {
    const { severity, target } = finding;
    return `| ${severity} | ${escapeMarkdown(target ?? 'all')} | ${escapeMarkdown(withoutTarget(finding))} |`;
  });
  const none = incomplete === null ? 'nothing found' : 'not everything could be checked';
  return [
    `## Trimtab: ${findings.length === 0 ? none : count}`,
    '',
    ...(incomplete === null ? [] : [escapeMarkdown(incomplete), '']),
    '| Targets | Underprovisioned | Yearly waste |',
    '| ---: | ---: | ---: |',
    `| ${formatCount(figures.targets)} | ${formatCount(figures.underprovisioned)} | ${escapeMarkdown(formatMoney(figures.yearlyWaste))} |`,
    ...(rows.length === 0 ? [] : ['', '| Severity | Target | Finding |', '| --- | --- | --- |', ...rows]),
    '',
  ].join('\n');
}
