import { loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildBare, buildConsole, gzipBytes } from './build.ts';
import { type Load, load } from './load.ts';
import { many } from './many.ts';
import { print } from './print.ts';
import { againLines, isHeld, lines, manyLines, unwanted } from './report.ts';
import { serve } from './served.ts';

/**
 * Measures the console's first load on a slow machine and network (4x CPU, Fast 4G), as ratios to a bare page of the
 * same libraries that is visited alternately, a further visit of both, and then the console with 10,000 targets. The exit code is 1 if a budget of
 * a size or a count is exceeded. With --strict, on an otherwise idle machine, the budgets of times count as well.
 *
 *   node bench/web/main.ts [--runs 5] [--strict] [--without-many]
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    strict: { type: 'boolean', default: false },
    'without-many': { type: 'boolean', default: false },
  },
});
const runs = Math.min(25, Math.max(1, Number(values.runs) || 5));
const firstRow = 'main tbody th[scope=row]';
const say = (line: string) => void process.stdout.write(`${line}\n`);
const sayLoad = () =>
  say(
    `Load of the machine: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(', ')}`,
  );

sayLoad();
const own = await buildConsole();
const bare = await buildBare();
const [console_, hello] = await Promise.all([serve(own), serve(bare)]);
const ownLoads: Load[] = [];
const bareLoads: Load[] = [];
const ownAgain: Load[] = [];
const bareAgain: Load[] = [];
for (let run = 0; run < runs; run += 1) {
  bareLoads.push(await load(hello.url, '[data-shown]'));
  ownLoads.push(await load(console_.url, firstRow));
  bareAgain.push(await load(hello.url, '[data-shown]', true));
  ownAgain.push(await load(console_.url, firstRow, true));
}
await Promise.all([console_.stop(), hello.stop()]);

const report = [...lines({ own, bare, ownLoads, bareLoads }), ...againLines(ownAgain, bareAgain)];
if (!values['without-many']) {
  const fleet = await serve(own, '--data-set', 'fleet', '--rate-limit', '999999');
  const taken = await many(fleet.url, firstRow);
  await fleet.stop();
  say(`With ${taken.targets}: below, as "many".`);
  report.push(...manyLines(taken));
}
say(
  `${'median of '.concat(String(runs), ' (least–most)').padEnd(38)} ${'console'.padEnd(22)} ${'bare page'.padEnd(22)} ratio`,
);
for (const line of report) print(line, values.strict);

const strangers = unwanted(own, ownLoads.at(-1)?.scripts ?? []);
for (const each of strangers) say(`In the first load, though it must not be: ${each}`);
const later = ownLoads.at(-1)?.laterScripts ?? [];
say(
  `Fetched after the data was on the screen: ${later.map((file) => `${file} (${(gzipBytes(own, file) / 1e3).toFixed(1)} kB)`).join(', ') || 'no script'}`,
);
sayLoad();
const over = report.filter((line) => !isHeld(line) && (values.strict || !line.isTime));
process.exitCode = over.length === 0 && strangers.length === 0 ? 0 : 1;
