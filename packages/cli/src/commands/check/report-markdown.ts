import { formatCount, formatMoney, sanitize } from '@trimtab/core';
import type { Check } from '../../services/thresholds-check.ts';
import { withoutTarget } from './columns.ts';

/**
 * Escapes markup, HTML, formulas, links and mentions, so that data cannot format a comment or notify people. An `@` is
 * put into code, because a backslash does not prevent a mention.
 */
const escaped = (text: string): string =>
  sanitize(text)
    .replace(/[\\`*_[\]<>|#~!&$]|:(?=\/\/)|(?<=\bwww)\./gi, (sign) => `\\${sign}`)
    .replaceAll('@', '`@`');

/** A report for a comment on a pull request. */
export function markdown({ figures, results }: Check): string {
  const findings = results.filter(({ passed }) => !passed);
  const count = findings.length === 1 ? '1 finding' : `${formatCount(findings.length)} findings`;
  const rows = findings.map((finding) => {
    const { severity, target } = finding;
    return `| ${severity} | ${escaped(target ?? 'all')} | ${escaped(withoutTarget(finding))} |`;
  });
  return [
    `## Trimtab: ${findings.length === 0 ? 'nothing found' : count}`,
    '',
    '| Targets | Underprovisioned | Yearly waste |',
    '| ---: | ---: | ---: |',
    `| ${formatCount(figures.targets)} | ${formatCount(figures.underprovisioned)} | ${escaped(formatMoney(figures.yearlyWaste))} |`,
    ...(rows.length === 0 ? [] : ['', '| Severity | Target | Finding |', '| --- | --- | --- |', ...rows]),
    '',
  ].join('\n');
}
