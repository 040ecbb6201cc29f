import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BuiltPage, buildBare, buildConsole, gzipBytes } from './build.ts';
import { type Load, load } from './load.ts';
import { many } from './many.ts';
import { isHeld, type Line, lines, manyLines, median, unwanted } from './report.ts';

/**
 * Measures the console's first load on a slow machine and network (4x CPU, Fast 4G), as ratios to a bare page of the
 * same libraries that is visited alternately, and then the console with 10,000 targets. The exit code is 1 if a budget of
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

type Served = { url: string; stop: () => Promise<void> };

/** Serves a built page with our own server, in a separate process. */
async function serve({ folder }: BuiltPage, ...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), folder, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TRIMTAB_LOG_LEVEL: 'error' },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (/http:\/\/127\.0\.0\.1:\d+/.test(printed)) break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
  if (url === undefined) throw new Error(`The server ended before it was ready: ${printed}`);
  return {
    url,
    stop: async () => {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function print(line: Line): void {
  const { what, own, bare, unit, budget, isTime } = line;
  const ratio = bare === null ? '' : `x ${(median(own) / median(bare)).toFixed(2)}`;
  const figure = (all: readonly number[]) =>
    `${median(all).toFixed(unit === '' ? 0 : 1)}${all.length > 1 ? ` (${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)})` : ''}`;
  const limit = budget === null ? '' : `at most ${'ratio' in budget ? `x ${budget.ratio}` : `${budget.value} ${unit}`}`;
  const verdict = isHeld(line) ? '' : isTime && !values.strict ? 'over' : 'OVER';
  say(
    [what.padEnd(34), unit.padEnd(3), figure(own).padEnd(22), bare === null ? ''.padEnd(22) : figure(bare).padEnd(22)]
      .concat(ratio.padEnd(9), limit.padEnd(16), verdict)
      .join(' ')
      .trimEnd(),
  );
}

sayLoad();
const own = await buildConsole();
const bare = await buildBare();
const [console_, hello] = await Promise.all([serve(own), serve(bare)]);
const ownLoads: Load[] = [];
const bareLoads: Load[] = [];
for (let run = 0; run < runs; run += 1) {
  bareLoads.push(await load(hello.url, '[data-shown]'));
  ownLoads.push(await load(console_.url, firstRow));
}
await Promise.all([console_.stop(), hello.stop()]);

const report = lines({ own, bare, ownLoads, bareLoads });
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
report.forEach(print);

const strangers = unwanted(own, ownLoads.at(-1)?.scripts ?? []);
for (const each of strangers) say(`In the first load, though it must not be: ${each}`);
const later = ownLoads.at(-1)?.laterScripts ?? [];
say(
  `Fetched after the data was on the screen: ${later.map((file) => `${file} (${(gzipBytes(own, file) / 1e3).toFixed(1)} kB)`).join(', ') || 'no script'}`,
);
sayLoad();
const over = report.filter((line) => !isHeld(line) && (values.strict || !line.isTime));
process.exitCode = over.length === 0 && strangers.length === 0 ? 0 : 1;
