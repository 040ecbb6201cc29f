import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignTarget, type StrictForeign, strictForeignApi } from '@trimtab/testing/foreign';
import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { makeCheckout } from './testing/checkout.ts';
import { makeHome } from './testing/home.ts';
import { serve } from './testing/loopback.ts';
import { trimtab } from './testing/trimtab.ts';

/** A server of another vendor that answers 400 to everything that not every server has to know, and what it refused. */
async function serveForeign(world?: StrictForeign) {
  const refused: string[] = [];
  const answer = strictForeignApi(world);
  const api = await serve(async (request) => {
    const response = await answer(request);
    if (response.status === 400) refused.push(`${request.method} ${request.url}: ${await response.clone().text()}`);
    return response;
  });
  return { ...api, refused };
}

/** Command lines with their exit code and a part of their output. */
const lines: readonly [line: string, code: number, part: string][] = [
  ['namespaces', 0, 'billing'],
  ['kpis', 0, 'Targets\t3'],
  ['kpis -n shop', 0, 'Targets\t2'],
  ['kpis -n nosuch', 2, 'There is no namespace nosuch.'],
  ['targets -n shop', 0, 'web\tRecommendation\tOverprovisioned\t12.8%\t40.0%\tMulti dimensional\t-40%\t$4,380.00'],
  ['targets -n shop --mode autonomous', 0, 'cart\tAutonomous'],
  ['targets -n nosuch', 2, 'There is no namespace nosuch.'],
  ['targets -n empty', 0, 'No targets in empty.'],
  ['targets -A --sort cost', 0, 'shop\tcart\tAutonomous'],
  ['targets -A --savings', 3, 'This server cannot select targets by view, label, figure or these fields.'],
  ['targets -n shop,billing', 0, 'billing\tinvoices'],
  ['targets -A -o json', 0, '"total": 3'],
  ['target -n shop web', 0, 'Workload\tStatefulSet web-workload\nStatus\tOverprovisioned'],
  ['target -n shop web', 0, 'Verdict\tLower CPU'],
  ['target -n shop web -o json', 0, '"tradeOff": null'],
  ['explain -n shop web', 0, 'Verdict\tLower CPU'],
  ['target -n shop nosuch', 2, 'There is no target nosuch in shop.'],
  ['costs', 0, '$0.50'],
  ['costs --range projected', 0, 'shop\tcart\tAutonomous\t$2,190.00'],
  ['costs -n shop', 0, 'shop\tweb\tRecommendation\t$4,380.00'],
  ['simulate -n shop web --cpu 80 --memory 60', 0, '$378.00 saved'],
  ['what-if -n shop web --window busiest-day --scale 2', 3, 'This API cannot compute it.'],
  ['changes -n shop', 3, ''],
  ['open shop/cart', 0, '/ast/shop/cart'],
  ['candidates -n shop', 0, 'mailer\tDeployment'],
  ['preflight -n shop deploy/cart', 5, 'An HPA scales it.'],
  ['enroll -n shop --all --dry-run', 0, 'api\tDeployment'],
  ['enroll -n shop --all --yes --wait', 0, 'mailer\tDeployment\tenrolled'],
  ['enroll -n shop api web --yes', 5, 'web: there is no such workload, or it cannot be enrolled.'],
  ['suggest -n shop web', 0, 'app\tCPU\t300m'],
  ['patch -n shop web', 0, 'cpu: 300m'],
  ['limits -n shop web', 3, 'This server has no policies for limits.'],
  ['limits -n shop web keep --yes', 3, 'This server has no policies for limits.'],
  ['export -n shop -o FILE', 0, ''],
  ['export -l team=a -o FILE', 3, 'This server cannot select targets by view, label, figure or these fields.'],
  ['cleanup -n shop cart --yes', 0, 'shop/cart is no longer managed.'],
  ['settings', 0, 'CPU cores\t4'],
  ['settings set --cores 8 --yes', 0, 'CPU cores'],
  ['check -n shop --max-waste-yearly 5000 --fail-on high', 0, '$4,380 of waste per year.'],
  ['check --max-waste-yearly 4000', 1, 'above the threshold'],
  ['api GET /v1/views/namespaces/shop/asts?managed=true', 0, '"cart"'],
  ['diagnostics -o FILE', 0, 'Wrote '],
  ['diagnostics --target shop/cart --pod-logs -o FILE', 0, 'Wrote '],
  ['version', 0, 'client\t0.1.0'],
];

/** The calls that are extensions. They are tried, and their absence is not a failure. */
const extensions = /\/(outlook|trade-off|explain|reliability|what-if|views\/asts|views\/changes)\b/;

test.each(lines)('%s works with a server of another vendor', async (line, exit, part) => {
  using home = makeHome();
  await using api = await serveForeign();
  mkdirSync(home.directory);
  const words = line.replace('FILE', join(home.directory, 'out.tar.gz'));
  const { code, stdout, stderr } = await trimtab(words, { api: api.url, environment: home.environment });
  expect(stdout + stderr).toContain(part);
  expect(code).toBe(exit);
  expect(api.refused.filter((call) => !extensions.test(call))).toEqual([]);
});

test('propose works with a server of another vendor', async () => {
  using checkout = makeCheckout({
    'web.yaml': `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: web-workload, namespace: shop }
spec: { template: { spec: { containers: [{ name: app, resources: { requests: { cpu: 500m } } }] } } }
`,
  });
  await using api = await serveForeign();
  const { code, stdout } = await trimtab(['propose', checkout.root, '--dry-run'], { api: api.url });
  expect({ code, refused: api.refused }).toEqual({ code: 0, refused: [] });
  expect(stdout).toContain('shop/web-workload\tapp\trequests.cpu\t500m\t300m\t-40%\t$4,380');
});

test('every command that sends a request of the API is tried with a server of another vendor', () => {
  const tried = new Set(['propose', ...lines.map(([line]) => line.split(' ')[0])]);
  const without = commands.map(({ facts }) => facts.name).filter((name) => !tried.has(name));
  expect(without).toEqual(['watch', 'login', 'logout', 'auth', 'context', 'config', 'completion']);
});

const many = Array.from({ length: 300 }, (_, index) =>
  foreignTarget('shop', `web-${index}`, index % 3 === 0 ? 'Autonomous' : 'Recommendation'),
);

test.each([100, 20, 7])('all of 300 targets are printed if no page has more than %i', async (pageCap) => {
  await using api = await serveForeign({ targets: many, pageCap });
  for (const line of ['targets -n shop', 'targets -A', 'targets -n shop --mode autonomous']) {
    const { code, stdout, stderr } = await trimtab(`${line} -o name`, { api: api.url });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const names = stdout.trimEnd().split('\n');
    expect(new Set(names).size).toBe(line.endsWith('autonomous') ? 100 : 300);
  }
  const { stderr } = await trimtab('check -n shop', { api: api.url });
  expect(stderr).toContain('Checked 300 targets');
  expect(api.refused).toEqual([]);
});
