import { sanitize } from '@trimtab/core';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML does not allow control characters, not even escaped, so the text is sanitized first. */
const xml = (text: string): string => sanitize(text).replace(/[&<>"]/g, (sign) => entities.get(sign) ?? sign);

/** The message is both attribute and text, because some CI systems show only one of them. */
function testCase({ rule, target, passed, message, severity }: CheckResult): string {
  const head = `    <testcase classname="trimtab.${rule}" name="${xml(target ?? rule)}" time="0"`;
  if (passed) return `${head}/>`;
  return `${head}>\n      <failure type="${severity}" message="${xml(message)}">${xml(message)}</failure>\n    </testcase>`;
}

/** The test case for what could not be checked. Without it, a report without failures would look complete. */
const errorCase = (reason: string): string =>
  `    <testcase classname="trimtab" name="incomplete" time="0">\n      <error type="incomplete" message="${xml(reason)}">${xml(reason)}</error>\n    </testcase>`;

/**
 * A JUnit report with one test case per check. JUnit XML has no standard. This report has every attribute and element,
 * in order, that Ant's schema (Windy Road's JUnit-Schema) and Jenkins' schema (junit-10.xsd of its xUnit plugin)
 * require.
 */
export function junit({ results, incomplete }: Check, now: number): string {
  const errors = incomplete === null ? [] : [errorCase(incomplete)];
  const failures = results.filter(({ passed }) => !passed).length;
  // Ant's schema does not allow a time zone.
  const timestamp = new Date(now).toISOString().slice(0, 19);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    '  <testsuite name="trimtab check" package="trimtab" id="0" hostname="localhost" ' +
      `timestamp="${timestamp}" tests="${results.length + errors.length}" failures="${failures}" errors="${errors.length}" time="0">`,
    '    <properties/>',
    ...results.map(testCase),
    ...errors,
    '    <system-out/>',
    '    <system-err/>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
