import { inert } from '../../output/inert.ts';
import type { Check, Verdict } from '../../services/check-run.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML allows no control characters, escaped or not: text is made inert first. */
const xml = (text: string): string => inert(text).replace(/[&<>"]/g, (sign) => entities.get(sign) ?? sign);

/** Some CI systems show a failure's attribute, others its text. */
function testCase({ rule, target, passed, message, severity }: Verdict): string {
  const head = `    <testcase classname="trimtab.${rule}" name="${xml(target ?? rule)}" time="0"`;
  if (passed) return `${head}/>`;
  return `${head}>\n      <failure type="${severity}" message="${xml(message)}">${xml(message)}</failure>\n    </testcase>`;
}

/**
 * JUnit's XML: a case for every thing that was looked at. Nobody owns the format; this holds what Ant's schema wants
 * (JUnit-Schema of Windy Road) and what Jenkins' does (junit-10.xsd of its xUnit plugin), every attribute and element
 * that either insists on, in the order it insists on.
 */
export function junit({ verdicts }: Check, now: number): string {
  const failures = verdicts.filter(({ passed }) => !passed).length;
  // Without a zone, which Ant's schema forbids.
  const timestamp = new Date(now).toISOString().slice(0, 19);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite name="trimtab check" package="trimtab" id="0" hostname="localhost" ' +
      `timestamp="${timestamp}" tests="${verdicts.length}" failures="${failures}" errors="0" time="0">`,
    '    <properties/>',
    ...verdicts.map(testCase),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
