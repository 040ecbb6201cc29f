import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';
import { junit } from './report-junit.ts';
import { markdown } from './report-markdown.ts';
import { sarif } from './report-sarif.ts';

const fixedNow = Date.parse('2026-11-20T12:00:00.500Z');

const hostileText = [
  'a/b',
  'a/<b>&"\'',
  '@team/all',
  'https://evil.example/x',
  'www.evil.example/x',
  'x|y`z$1$/n',
  'a/\u001b[31m\u0000\u202e',
  'a/\ud800',
  '- [ ]/1.',
];
const verdictOf = (target: string | null, passed: boolean, message: string): CheckResult => ({
  rule: target === null ? 'yearly-waste' : 'status',
  target,
  severity: 'high',
  passed,
  message,
});
const checkOf = (results: CheckResult[]): Check => ({
  thresholds: { maxWasteYearly: 1, maxUnderprovisioned: null, failOn: 'high' },
  figures: { yearlyWaste: 2, underprovisioned: null, targets: results.length },
  results,
  lacks: [],
  incomplete: null,
});
const hostile = checkOf([
  verdictOf(null, false, 'The yearly waste is $2.00; more than the $1.00 that may be.'),
  ...hostileText.flatMap((text) => [verdictOf(text, false, `${text}: ${text}`), verdictOf(text, true, text)]),
]);

type Tag = {
  name: string;
  attributes: Map<string, string>;
  children: Tag[];
};

/** A minimal XML parser that rejects everything that the report does not need. */
function parseXml(text: string): Tag {
  const root: Tag = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  const token = /<\?xml [^>]*\?>|<(\/?)([\w-]+)((?: [\w-]+="[^"<>]*")*)(\/?)>|([^<>]+)/gy;
  for (const [whole, closing, name = '', attributes = '', empty, words] of text.matchAll(token)) {
    expect(words ?? whole).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
    const parent = open.at(-1) ?? root;
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} is closed where another is open`);
    } else if (name !== '') {
      const found = attributes.matchAll(/([\w-]+)="([^"]*)"/g);
      const tag = {
        name,
        attributes: new Map(Array.from(found, ([, key = '', value = '']) => [key, value])),
        children: [],
      };
      parent.children.push(tag);
      if (empty !== '/') open.push(tag);
    }
  }
  expect(text.replaceAll(token, '')).toBe('');
  expect(open).toHaveLength(1);
  return root;
}

const keys = (tag: Tag | undefined): string[] => [...(tag?.attributes.keys() ?? [])].toSorted();

test.each([
  ['hostile', hostile],
  ['empty', checkOf([])],
])('the JUnit report of a %s check is valid for the schemas of Ant and Jenkins', (_, check) => {
  const [suites, ...others] = parseXml(junit(check, fixedNow)).children;
  expect(others).toEqual([]);
  expect({ name: suites?.name, keys: keys(suites), suites: suites?.children.length }).toEqual({
    name: 'testsuites',
    keys: [],
    suites: 1,
  });
  const [suite] = suites?.children ?? [];
  const needed = ['errors', 'failures', 'hostname', 'id', 'name', 'package', 'tests', 'time', 'timestamp'];
  expect(keys(suite)).toEqual(needed);
  expect(suite?.attributes.get('timestamp')).toBe('2026-11-20T12:00:00');
  expect(suite?.attributes.get('tests')).toBe(String(check.results.length));
  expect(suite?.attributes.get('failures')).toBe(String(check.results.filter(({ passed }) => !passed).length));
  const parts = suite?.children.map(({ name }) => name) ?? [];
  expect([parts[0], ...parts.slice(-2)]).toEqual(['properties', 'system-out', 'system-err']);
  const cases = suite?.children.slice(1, -2) ?? [];
  expect(cases).toHaveLength(check.results.length);
  for (const [index, one] of cases.entries()) {
    expect({ name: one.name, keys: keys(one) }).toEqual({ name: 'testcase', keys: ['classname', 'name', 'time'] });
    expect(one.children.map((child) => [child.name, ...keys(child)])).toEqual(
      check.results[index]?.passed === true ? [] : [['failure', 'message', 'type']],
    );
  }
});

/** The properties that the SARIF 2.1.0 schema allows in the objects of the report. */
const text = (value: unknown) => expect(value).toEqual(expect.any(String));
function onlyKeys(value: object, allowed: readonly string[]): void {
  expect(Object.keys(value).filter((key) => !allowed.includes(key))).toEqual([]);
}

test.each([
  ['hostile', hostile],
  ['empty', checkOf([])],
])('the SARIF report of a %s check is valid, and each finding has its own path', (_, check) => {
  const log = sarif(check, '0.1.0');
  onlyKeys(log, ['$schema', 'version', 'runs']);
  expect(log.version).toBe('2.1.0');
  const [run] = log.runs;
  expect(Object.keys(run ?? {})).toEqual(['tool', 'results']);
  const driver = run?.tool.driver;
  onlyKeys(driver ?? {}, ['name', 'version', 'rules']);
  const rules = driver?.rules.map(({ id }) => id) ?? [];
  expect(new Set(rules).size).toBe(rules.length);
  // GitHub requires these three texts.
  for (const { shortDescription, fullDescription, help } of driver?.rules ?? [])
    for (const each of [shortDescription, fullDescription, help]) text(each.text);
  const places = new Set<string>();
  const fingerprints = new Set<string>();
  for (const result of run?.results ?? []) {
    onlyKeys(result, ['ruleId', 'level', 'message', 'locations', 'partialFingerprints']);
    fingerprints.add(result.partialFingerprints.primaryLocationLineHash);
    expect(rules).toContain(result.ruleId);
    expect(['none', 'note', 'warning', 'error']).toContain(result.level);
    expect(result.message.text).not.toBe('');
    for (const { physicalLocation, ...rest } of result.locations) {
      onlyKeys(rest, ['logicalLocations']);
      const { uri } = physicalLocation.artifactLocation;
      // A relative reference, RFC 3986 section 4.2.
      expect(uri).toMatch(/^trimtab\/(?:[\w.~!*'()/-]|%[0-9A-F]{2})+$/);
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
      places.add(`${result.ruleId} ${uri}`);
    }
  }
  const findings = check.results.filter(({ passed }) => !passed).length;
  expect({ places: places.size, fingerprints: fingerprints.size }).toEqual({
    places: findings,
    fingerprints: findings,
  });
});

const fingerprintOf = (one: CheckResult) => sarif(checkOf([one]), '0').runs[0]?.results[0]?.partialFingerprints;

test('a finding keeps its SARIF fingerprint if its severity and message change', () => {
  const before = verdictOf('shop/cart', false, 'before');
  expect(fingerprintOf(before)).toEqual({ primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) });
  expect(fingerprintOf({ ...before, severity: 'medium', message: 'after' })).toEqual(fingerprintOf(before));
});

test('every report of an incomplete check says what could not be checked', () => {
  const check = { ...checkOf([verdictOf('a/b', true, 'fine')]), incomplete: 'The yearly waste of a/<b> is unknown.' };
  const suite = parseXml(junit(check, fixedNow)).children[0]?.children[0];
  expect([suite?.attributes.get('tests'), suite?.attributes.get('errors')]).toEqual(['2', '1']);
  const cases = suite?.children.filter(({ name }) => name === 'testcase') ?? [];
  expect(cases[1]?.attributes.get('name')).toBe('incomplete');
  const [error] = cases[1]?.children ?? [];
  expect([error?.name, keys(error)]).toEqual(['error', ['message', 'type']]);
  expect(error?.attributes.get('message')).toBe('The yearly waste of a/&lt;b&gt; is unknown.');
  expect(markdown(check).split('\n').slice(0, 3)).toEqual([
    '## Trimtab: not everything could be checked',
    '',
    String.raw`The yearly waste of a/\<b\> is unknown.`,
  ]);
  expect(markdown({ ...hostile, incomplete: check.incomplete })).toMatch(
    /^## Trimtab: 10 findings\n\nThe yearly waste of /,
  );
  expect(sarif(check, '0').runs[0]?.invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: check.incomplete } }],
    },
  ]);
});

test('Markdown escapes names and messages', () => {
  const report = markdown(hostile);
  const rows = report.split('\n').slice(6);
  expect(rows[0]).toBe('| Severity | Target | Finding |');
  for (const row of rows.slice(2, -1)) {
    // Three cells, even if their text contains bars.
    expect(row.replaceAll(/\\./g, '').split('|')).toHaveLength(5);
    expect(row.replaceAll(/\\./g, '').replaceAll('`@`', '')).not.toMatch(/[`*_[\]<>#~!&$@]|:\/\/|www\./);
  }
});

test('the reports can be parsed for any names', () => {
  assert(
    property(array(string({ unit: 'binary', maxLength: 40 }), { maxLength: 5 }), (names) => {
      const check = checkOf(names.map((name) => verdictOf(`a/${name}`, false, name)));
      expect(parseXml(junit(check, fixedNow)).children).toHaveLength(1);
      for (const { locations } of sarif(check, '0').runs[0]?.results ?? []) expect(locations).toHaveLength(1);
      expect(markdown(check).split('\n')).toHaveLength(names.length === 0 ? 6 : names.length + 9);
    }),
    { numRuns: 200 },
  );
});
