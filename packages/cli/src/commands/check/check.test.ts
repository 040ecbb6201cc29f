import { expect, test } from 'vitest';
import { serve, serveDataSet } from '../../testing/loopback.ts';
import { shopRows } from '../../testing/shop.ts';
import { trimtab } from '../../testing/trimtab.ts';

const environment = { NO_COLOR: '1' };

type Figures = {
  rows?: typeof shopRows;
  waste?: number | null;
  under?: number | null;
  /** True while the server is computing. */
  computing?: true;
  tooltip?: string;
};

/** An API with the targets of `shop` and these KPIs. */
const serveChecked = ({ rows = shopRows, waste = 9000.5, under = 1, tooltip, ...more }: Figures = {}) =>
  serve(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/kpis')) {
      const items = [
        { id: 'yearly_waste', value: waste, tooltip },
        { id: 'underprovisioned', value: under },
        { id: 'targets', value: rows.length },
      ];
      return Response.json({ data: { items, ...more } });
    }
    const managed = searchParams.get('managed');
    return Response.json({
      data: {
        items: rows.filter(({ mode }) => managed === null || (mode === 'Autonomous') === (managed === 'true')),
      },
    });
  });

test('80 columns: findings, a summary and exit code 1', async () => {
  await using api = await serveChecked();
  const { code, stdout, stderr } = await trimtab('check -n shop --max-waste-yearly 5000', {
    api: api.url,
    columns: 80,
    environment,
  });
  expect(stdout).toBe(
    'SEVERITY  RULE          TARGET  FINDING\n' +
      'high      yearly-waste  all     The yearly waste is $9,000.50, above the\n' +
      '                                threshold of $5,000.00.\n',
  );
  expect(stderr).toBe('\nChecked 5 targets: 1 underprovisioned, $9,001 of waste per year.\ntrimtab: 1 finding.\n');
  expect(code).toBe(1);
});

test.each([
  [5000.004, 5000, 'The yearly waste is $5,000.004, above the threshold of $5,000.00.'],
  [5000.0000004, 5000, 'The yearly waste is $5000.0000004, above the threshold of $5000.'],
  [5000.01, 5000, 'The yearly waste is $5,000.01, above the threshold of $5,000.00.'],
  [5000.004, 5000.001, 'The yearly waste is $5,000.004, above the threshold of $5,000.001.'],
])('a waste of %d is printed with the digits that differ from %d', async (waste, most, message) => {
  await using api = await serveChecked({ waste });
  const { stdout } = await trimtab(`check -n shop --max-waste-yearly ${most} -o json`, { api: api.url });
  expect(JSON.parse(stdout).findings).toMatchObject([{ message }]);
});

test('200 columns: without thresholds every target of high severity is a finding', async () => {
  await using api = await serveChecked();
  const { code, stdout } = await trimtab('check -n shop', { api: api.url, columns: 200, environment });
  expect(stdout).toBe(
    'SEVERITY  RULE    TARGET         FINDING\n' +
      'high      status  shop/gone      Target workload missing, severity high.\n' +
      'high      status  shop/payments  Underprovisioned, severity high.\n',
  );
  expect(code).toBe(1);
});

test.each([
  ['--max-waste-yearly 9000.5', 0],
  ['--max-waste-yearly 9000.49', 1],
  ['--max-underprovisioned 1', 0],
  ['--max-underprovisioned 0', 1],
  ['--fail-on medium', 1],
  ['--max-waste-yearly 1e3', 2],
  ['--max-underprovisioned -1', 2],
  ['--fail-on low', 2],
])('check %s exits %i', async (flags, code) => {
  await using api = await serveChecked();
  expect((await trimtab(`check -n shop ${flags}`, { api: api.url })).code).toBe(code);
});

test('without findings stdout of a pipe is empty and stderr has a summary', async () => {
  await using api = await serveChecked();
  const { code, stdout, stderr } = await trimtab('check -n shop --max-waste-yearly 10000', { api: api.url });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain('No findings. Checked 5 targets: ');
});

test('an unknown figure exits 5, after printing the report', async () => {
  await using api = await serveChecked({ waste: null });
  const { code, stdout, stderr } = await trimtab('check -n shop --max-waste-yearly 5000 -o json', { api: api.url });
  expect(code).toBe(5);
  expect(stderr).toContain('The yearly waste is unknown, so it could not be checked.');
  expect(JSON.parse(stdout)).toMatchObject({ passed: false, figures: { yearlyWaste: null }, findings: [] });
});

test.each([{ waste: null }, { computing: true }] as const)('%j hides no finding', async (figures) => {
  await using api = await serveChecked(figures);
  const line = 'check -n shop --max-waste-yearly 10000 --max-underprovisioned 0 --fail-on high';
  const { code, stdout, stderr } = await trimtab(line, { api: api.url, environment });
  expect(code).toBe(1);
  expect(stdout).toContain('shop/payments');
  expect(stderr).toContain('trimtab: 3 findings. The yearly waste is ');
  const junit = await trimtab(`${line} -o junit`, { api: api.url });
  expect(junit.stdout).toContain(' tests="7" failures="3" errors="1" ');
});

/** Rows in which something is unknown about `payments`. */
const unlike = (more: object) => shopRows.map((row) => (row.name === 'payments' ? { ...row, ...more } : row));

test.each([
  ['--max-waste-yearly 10000', { hourly_waste_savings: null }, 'The yearly waste of shop/payments is unknown, so'],
  ['--max-waste-yearly 10000', { hourly_waste_savings: undefined }, '--max-waste-yearly could not be checked.'],
  [
    '--max-underprovisioned 1',
    { cpu_utilization: null, memory_utilization: null },
    'The utilization of shop/payments is unknown, so --max-underprovisioned could not be checked.',
  ],
])('%s exits 5 if a target has %j, after printing the report', async (flags, more, sentence) => {
  await using api = await serveChecked({ rows: unlike(more) });
  const { code, stdout, stderr } = await trimtab(`check -n shop ${flags} -o json`, { api: api.url });
  expect(code).toBe(5);
  expect(stderr).toContain(sentence);
  expect(JSON.parse(stdout)).toMatchObject({ passed: false, findings: [] });
  const junit = await trimtab(`check -n shop ${flags} -o junit`, { api: api.url });
  expect([junit.code, junit.stdout]).toEqual([5, expect.stringContaining(' tests="1" failures="0" errors="1" ')]);
});

test.each([
  ['an unknown severity', { severity: 'critical', label: 'Underprovisioned' }],
  ['no severity', { label: 'Underprovisioned' }],
  ['no status', undefined],
])('--fail-on exits 5 if a target has %s, after printing the report', async (_what, status) => {
  const healthy = shopRows.filter(({ status: { severity } }) => severity === 'low');
  // A server of another vendor sends what the type does not allow.
  const odd = healthy.map((row) => (row.name === 'cart' ? Object.assign({ ...row }, { status }) : row));
  await using api = await serveChecked({ rows: odd });
  const { code, stdout, stderr } = await trimtab('check -n shop --fail-on high -o json', { api: api.url });
  expect(code).toBe(5);
  expect(stderr).toContain('The severity of shop/cart is unknown, so --fail-on could not be checked.');
  expect(JSON.parse(stdout)).toMatchObject({ passed: false, findings: [] });
  const junit = await trimtab('check -n shop --fail-on high -o junit', { api: api.url });
  expect(junit.stdout).toContain(` tests="${healthy.length}" failures="0" errors="1" `);
  expect((await trimtab('check -n shop --max-underprovisioned 1', { api: api.url })).code).toBe(0);
});

test.each([undefined, 80])('a long note is printed whole, %s columns', async (columns) => {
  const tooltip = `Usage of ${Array.from({ length: 60 }, (_, index) => `app-${index}`).join(', ')} is missing.`;
  await using api = await serveChecked({ tooltip });
  const setting = { api: api.url, environment, ...(columns === undefined ? {} : { columns }) };
  const { stderr } = await trimtab('check -n shop --max-waste-yearly 5000', setting);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(tooltip);
});

test('what could not be checked is named beside findings', async () => {
  await using api = await serveChecked({ rows: unlike({ hourly_waste_savings: null }) });
  const line = 'check -n shop --max-waste-yearly 10000 --fail-on high';
  const { code, stderr } = await trimtab(line, { api: api.url, environment });
  expect(code).toBe(1);
  expect(stderr).toContain('trimtab: 2 findings. The yearly waste of shop/payments is unknown, so --max-waste-yearly');
});

test('a threshold that the known targets exceed is a finding, whatever is unknown', async () => {
  await using api = await serveChecked({ rows: unlike({ hourly_waste_savings: null, cpu_utilization: null }) });
  expect((await trimtab('check -n shop --max-waste-yearly 5000', { api: api.url })).code).toBe(1);
});

test.each([
  ['--max-waste-yearly 10000', { hourly_waste_savings: 0 }],
  ['--max-waste-yearly 10000', { mode: 'Autonomous', hourly_waste_savings: null }],
  ['--max-underprovisioned 1', { hourly_waste_savings: null, memory_utilization: null }],
])('%s passes if a target has %j', async (flags, more) => {
  await using api = await serveChecked({ rows: unlike(more) });
  expect((await trimtab(`check -n shop ${flags}`, { api: api.url })).code).toBe(0);
});

test('a waste that is still being computed exits 5, unless it already exceeds the threshold', async () => {
  await using api = await serveChecked({ computing: true });
  const { code, stdout, stderr } = await trimtab('check -n shop --max-waste-yearly 10000 -o junit', { api: api.url });
  expect(code).toBe(5);
  expect(stdout).toContain(' tests="1" failures="0" errors="1" ');
  expect(stderr).toContain('The yearly waste is still being computed, so it could not be checked.');
  expect((await trimtab('check -n shop --max-waste-yearly 5000', { api: api.url })).code).toBe(1);
  expect((await trimtab('check -n shop --max-underprovisioned 1', { api: api.url })).code).toBe(0);
});

test.each(['table', 'json', 'junit', 'sarif', 'markdown'])(
  '-o %s: notes about missing data are printed on stderr',
  async (format) => {
    await using api = await serveChecked({ tooltip: '6 of 49 targets have no known figure.' });
    const line = `check -n shop --max-waste-yearly 10000 -o ${format}`;
    expect((await trimtab(line, { api: api.url })).stderr).toContain('6 of 49 targets have no known figure.');
    const other = await trimtab(`check -n shop --max-underprovisioned 1 -o ${format}`, { api: api.url });
    expect(other.stderr).not.toContain('no known figure');
  },
);

test('JSON contains thresholds, figures and findings, and the exit code is 1', async () => {
  await using api = await serveChecked();
  const { code, stdout } = await trimtab('check -n shop --max-underprovisioned 0 -o json', { api: api.url });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    passed: false,
    thresholds: { maxUnderprovisioned: 0, maxWasteYearly: null, failOn: null },
    figures: { yearlyWaste: 9000.5, underprovisioned: 1, targets: 5 },
    findings: [{ rule: 'underprovisioned', target: null }],
  });
});

test('JUnit has one test case per check and one failure per finding', async () => {
  await using api = await serveChecked();
  const { stdout } = await trimtab('check -n shop --max-waste-yearly 1 --fail-on high -o junit', { api: api.url });
  expect(stdout).toContain(' tests="6" failures="3" errors="0" ');
  expect(stdout).toContain('<testcase classname="trimtab.status" name="shop/cart" time="0"/>');
  expect(stdout).toContain(
    '<failure type="high" message="shop/payments: Underprovisioned, severity high.">shop/payments: Underprovisioned, severity high.</failure>',
  );
});

test('SARIF has results with rule, level and location', async () => {
  await using api = await serveChecked();
  const { stdout } = await trimtab('check -n shop -o sarif', { api: api.url });
  const { version, runs } = JSON.parse(stdout);
  expect(version).toBe('2.1.0');
  expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('status');
  expect(runs[0].results[0]).toMatchObject({
    ruleId: 'status',
    level: 'error',
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'trimtab/shop/gone' } },
        logicalLocations: [{ fullyQualifiedName: 'shop/gone' }],
      },
    ],
  });
  const whole = JSON.parse((await trimtab('check -n shop --max-underprovisioned 0 -o sarif', { api: api.url })).stdout);
  // GitHub code scanning rejects a result without a location.
  expect(whole.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('trimtab/all-targets');
});

test('Markdown has tables of figures and findings', async () => {
  await using api = await serveChecked();
  const { stdout } = await trimtab('check -n shop --fail-on high --max-waste-yearly 1 -o markdown', { api: api.url });
  expect(stdout).toBe(`## Trimtab: 3 findings

| Targets | Underprovisioned | Yearly waste |
| ---: | ---: | ---: |
| 5 | 1 | \\$9,000.50 |

| Severity | Target | Finding |
| --- | --- | --- |
| high | all | The yearly waste is \\$9,000.50, above the threshold of \\$1.00. |
| high | shop/gone | Target workload missing, severity high. |
| high | shop/payments | Underprovisioned, severity high. |
`);
  const clean = await trimtab('check -n shop --max-underprovisioned 1 -o markdown', { api: api.url });
  expect(clean.stdout).toMatch(/^## Trimtab: nothing found\n\n\| Targets/);
});

test.each(['junit', 'markdown', 'sarif'])('hostile names are sanitized in %s', async (format) => {
  await using api = await serveDataSet('hostile');
  const { code, stdout } = await trimtab(`check --fail-on medium -o ${format}`, { api: api.url });
  expect([0, 1, 5]).toContain(code);
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test('other commands reject the report formats', async () => {
  await using api = await serveChecked();
  const { code, stderr } = await trimtab('kpis -o junit', { api: api.url });
  expect(code).toBe(2);
  expect(stderr).toContain('Only trimtab check supports -o junit.');
});

test('figures that the API does not send are called unknown', async () => {
  await using api = await serveChecked({ waste: null, under: null });
  const { stderr } = await trimtab('check --fail-on high', { api: api.url, columns: 200 });
  expect(stderr).toContain('targets: an unknown number underprovisioned, an unknown waste per year.');
});
