import { sanitize } from '../../output/sanitize.ts';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML allows no control characters, escaped or not: text is made inert first. */
const xml = (text: string): string => sanitize(text).replace(/[&<>"]/g, (sign) => entities.get(sign) ?? sign);

/** Some CI systems show a failure's attribute, others its text. */
function testCase({ rule, target, passed, message, severity }: CheckResult): string {
  const head = `    <testcase classname="trimtab.${rule}" name="${xml(target ?? rule)}" time="0"`;
  if (passed) return `${head}/>`;
  return `${head}>\n      <failure type="${severity}" message="${xml(message)}">${xml(message)}</failure>\n    </testcase>`;
}

/**
 * JUnit's XML: a case for every thing that was looked at. Nobody owns the format; this holds what Ant's schema wants
 * (JUnit-Schema of Windy Road) and what Jenkins' does (junit-10.xsd of its xUnit plugin), every attribute and element
 * that either insists on, in the order it insists on.
 */
export function junit({ results }: Check, now: number): string {
  const failures = results.filter(({ passed }) => !passed).length;
  // Without a zone, which Ant's schema forbids.
  const timestamp = new Date(now).toISOString().slice(0, 19);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite name="trimtab check" package="trimtab" id="0" hostname="localhost" ' +
      `timestamp="${timestamp}" tests="${results.length}" failures="${failures}" errors="0" time="0">`,
    '    <properties/>',
    ...results.map(testCase),
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
