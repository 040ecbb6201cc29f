import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { factColumns } from '../../output/facts.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';
import { requiredTargets, targetsArgument } from '../scope.ts';

function percentage(text: string): number {
  const percent = Number(text.replace(/%$/, ''));
  if (!/^\d+%?$/.test(text) || percent < 1 || percent > 100) {
    throw new InvalidArgumentError('Use a whole percentage from 1 to 100.');
  }
  return percent;
}

export const simulateRun = defineCommand<{ namespace?: string; cpu?: number; memory?: number }>({
  name: 'simulate',
  summary: 'show the cost at another utilization',
  description:
    "Shows the requests and the cost of a target at another utilization, as the console's cost simulator does: from " +
    'averages of the last 24 hours, with months of 720 hours. A year is twelve such months (8,640 hours); all other ' +
    'commands use a year of 8,760 hours. An asterisk marks the resource that determines the price.',
  arguments: [targetsArgument],
  options: [
    namespaceOption('the namespace of the target'),
    option('--cpu <percent>', 'CPU usage in percent of the requests', 'TRIMTAB_SIMULATE_CPU').argParser(percentage),
    option('--memory <percent>', 'memory usage in percent of the requests', 'TRIMTAB_SIMULATE_MEMORY').argParser(
      percentage,
    ),
  ],
  examples: {
    'trimtab simulate -n storefront cart --cpu 70 --memory 80': 'the cost of cart at these utilizations',
    'trimtab simulate -n storefront cart --cpu 70 -o json | jq .yearlyImpact':
      'the change in dollars per year, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.partial],
  run: async (context, options, words, fromFlag) => {
    const targets = requiredTargets(words, options.namespace, fromFlag('namespace'));
    const { cpu, memory } = options;
    if (cpu === undefined && memory === undefined) {
      throw new UsageError('No utilization was given.', 'Add --cpu or --memory, in percent.');
    }
    const [{ simulate }, { cappedNotes, simulationBlocks, simulationFacts }, { presentEach }] = await Promise.all([
      import('../../services/target-simulate.ts'),
      import('./columns.ts'),
      import('../several.ts'),
    ]);
    const asked = { percentages: { cpu, memory }, now: context.now(), signal: context.signal };
    const client = await context.client();
    await presentEach(context, targets, async (target) => {
      const row = await simulate(client, target, asked);
      return {
        data: row,
        rows: simulationFacts(row),
        columns: factColumns,
        blocks: () => simulationBlocks(`${target.namespace}/${target.name}`, row),
        nameOf: () => target.name,
        lacks: cappedNotes(row),
        blockNotes:
          row.bottleneck === null
            ? []
            : ['* determines the price, because it needs a larger share of a node than the other resource.'],
      };
    });
  },
});
