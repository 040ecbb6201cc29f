import { formatCount, formatMoney } from '@trimtab/core';
import { inert } from '../../output/inert.ts';
import type { Check } from '../../services/check-run.ts';

/** What would be markup or HTML in a comment is text. */
const escaped = (text: string): string => inert(text).replace(/[\\`*_[\]<>|#~!&]/g, (sign) => `\\${sign}`);

/** For a comment below a pull request. */
export function markdown({ figures, verdicts }: Check): string {
  const findings = verdicts.filter(({ passed }) => !passed);
  const title = findings.length === 0 ? 'Trimtab found nothing' : `Trimtab found ${formatCount(findings.length)}`;
  return [
    `## ${title}`,
    '',
    '| Targets | Underprovisioned | Yearly waste |',
    '| ---: | ---: | ---: |',
    `| ${formatCount(figures.targets)} | ${formatCount(figures.underprovisioned)} | ${formatMoney(figures.yearlyWaste)} |`,
    ...(findings.length === 0 ? [] : ['']),
    ...findings.map(({ message }) => `- ${escaped(message)}`),
    '',
  ].join('\n');
}
