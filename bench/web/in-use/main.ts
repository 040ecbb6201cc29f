import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildBare, buildConsole } from '../build.ts';
import { print } from '../print.ts';
import { isHeld, type Line } from '../report.ts';
import { serve } from '../served.ts';
import { chart } from './chart.ts';
import { costPage } from './cost-page.ts';
import { dayOpen } from './day-open.ts';
import { explanation } from './explanation.ts';
import type { Pages } from './pages.ts';
import { routeChange } from './route-change.ts';
import { scrolling } from './scrolling.ts';
import { search } from './search.ts';

const scenarios: Readonly<Record<string, (pages: Pages) => Promise<Line[]>>> = {
  route: routeChange,
  chart,
  explain: explanation,
  search,
  scroll: scrolling,
  cost: costPage,
  day: dayOpen,
};

/**
 * Measures the console while it is used, at 4x CPU: opening a target and going back, the chart of 5,000 points, the
 * explanation of a suggestion, the search among 10,000 targets, scrolling through them, their costs, and a day of polling.
 * With --strict, on an otherwise idle machine, the exit code is 1 if a time exceeds its budget.
 *
 *   node bench/web/in-use/main.ts [--only route,chart,explain,search,scroll,cost,day] [--strict]
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join() },
    strict: { type: 'boolean', default: false },
  },
});
const chosen = values.only.split(',').map((name) => {
  const scenario = scenarios[name];
  if (scenario === undefined)
    throw new Error(`--only ${name}: the scenarios are ${Object.keys(scenarios).join(', ')}.`);
  return scenario;
});
const sayLoad = () =>
  void process.stdout.write(
    `Load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')}\n`,
  );

sayLoad();
const [own, bare] = [await buildConsole(), await buildBare()];
const options = ['--extra', 'cost_analysis=true', '--rate-limit', '999999'];
const servers = await Promise.all([serve(own, ...options), serve(own, '--data-set', 'fleet', ...options), serve(bare)]);
const [shop, fleet, hello] = servers;
let isHeldThroughout = true;
for (const scenario of chosen)
  for (const line of await scenario({ shop: shop.url, fleet: fleet.url, bare: hello.url })) {
    print(line, values.strict);
    if (!isHeld(line) && (values.strict || !line.isTime)) isHeldThroughout = false;
  }
await Promise.all(servers.map((server) => server.stop()));
sayLoad();
process.exitCode = isHeldThroughout ? 0 : 1;
