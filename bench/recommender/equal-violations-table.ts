import { print } from './print.ts';
import { fiveMinutes, type Trace } from './traces.ts';
import { oursWith } from './vertical-recommenders.ts';
import { averageScores, baselines, verticalRows } from './vertical-table.ts';

/** Each cost of an hour above the request is a tenth higher than the one before, from 0.3 to 1,000. */
const lambdas = Array.from({ length: 86 }, (_, index) => 0.3 * 1.1 ** index);
const ways = ['daily', 'auto'] as const;

type Point = { readonly lambda: number; readonly slack: number; readonly viol: number; readonly excess: number };

/**
 * Interpolates between the two costs whose time above the request is just above and just below `viol`. Null if the
 * curve does not reach it.
 */
function pointAt(curve: readonly Point[], viol: number): Point | null {
  const at = curve.findIndex((point) => point.viol <= viol);
  const [more, less] = [curve[at - 1], curve[at]];
  if (more === undefined || less === undefined) return null;
  const share = (more.viol - viol) / (more.viol - less.viol);
  const between = (key: keyof Point): number => more[key] + share * (less[key] - more[key]);
  return { lambda: between('lambda'), slack: between('slack'), viol, excess: between('excess') };
}

const cells = (values: readonly (number | undefined)[], digits: number): string =>
  values.map((value) => (value === undefined ? '-' : value.toFixed(digits)).padStart(7)).join(' ');

/**
 * CPU: how much our method leaves unused if usage is above the request for as long as with the other methods, and for
 * 0.5 % of the time.
 */
export function printEqualViolations(traces: readonly Trace[]): void {
  const series = traces.filter(({ kind }) => kind === 'cpu').map(fiveMinutes);
  if (series.length === 0) return;
  const averages = lambdas.map((lambda) => ({ lambda, ...averageScores(series, 'cpu', oursWith(lambda), true) }));
  const rows = verticalRows(traces, 'cpu', baselines);
  for (const way of ways) {
    const curve = averages.map((average): Point => ({ lambda: average.lambda, ...average[way] }));
    print(`\n## equal violations: cpu, ${series.length} series, ${way}`);
    print('                       time over |   slack: theirs   ours | excess: theirs   ours |  lambda');
    for (const row of [...rows, null]) {
      const theirs = row?.[way];
      const viol = theirs?.viol ?? 0.005;
      const own = pointAt(curve, viol);
      const name = row === null ? 'at 0.5 %' : `at ${row.recommender}'s violations`;
      print(
        `${name.padEnd(27)} ${(100 * viol).toFixed(2).padStart(5)} | ${cells([theirs?.slack, own?.slack], 3).padStart(22)} | ${cells([theirs?.excess, own?.excess], 3).padStart(22)} | ${cells([own?.lambda], 1)}`,
      );
    }
  }
}
