import { inert } from '../../output/inert.ts';
import type { Check, Verdict } from '../../services/check-run.ts';

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML allows no control characters, escaped or not: text is made inert first. */
const xml = (text: string): string => inert(text).replace(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? sign);

/** Some CI systems show a failure's attribute, others its text. */
function testCase({ rule, target, passed, message, severity }: Verdict): string {
  const head = `    <testcase classname="trimtab.${rule}" name="${xml(target ?? rule)}"`;
  if (passed) return `${head}/>`;
  return `${head}>\n      <failure type="${severity}" message="${xml(message)}">${xml(message)}</failure>\n    </testcase>`;
}

/** JUnit's XML, as CI systems read it: a case for every thing that was looked at. */
export function junit({ verdicts }: Check): string {
  const failures = verdicts.filter(({ passed }) => !passed).length;
  const counts = `tests="${verdicts.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="trimtab check" ${counts}>`,
    ...verdicts.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
