import { UsageError } from '../../failure.ts';
import { type Fact, factColumns } from '../../output/facts.ts';
import { defineTargetCommand } from '../define-target-command.ts';
import { numberFrom, option } from '../options.ts';

const wholePercentage = numberFrom(1, 100, 'Use a whole percentage from 1 to 100.');
const percentage = (text: string): number => wholePercentage(text.replace(/%$/, ''));

export const simulateRun = defineTargetCommand<{ cpu?: number; memory?: number }, Fact>({
  name: 'simulate',
  summary: 'show the cost at another utilization',
  description:
    "Shows the requests and the cost of a target at another utilization, as the console's cost simulator does: from " +
    'averages of the last 24 hours, with months of 720 hours. A year is twelve such months (8,640 hours); all other ' +
    'commands use a year of 8,760 hours. An asterisk marks the resource that determines the price.',
  options: [
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
  open: async (context, { cpu, memory }) => {
    if (cpu === undefined && memory === undefined) {
      throw new UsageError('No utilization was given.', 'Add --cpu or --memory, in percent.');
    }
    const [{ simulate }, { cappedNotes, simulationBlocks, simulationFacts }] = await Promise.all([
      import('../../services/target-simulate.ts'),
      import('./columns.ts'),
    ]);
    const asked = { percentages: { cpu, memory }, now: context.now() };
    const client = await context.client();
    return async (target) => {
      const row = await simulate(client, target, asked);
      return {
        data: row,
        rows: simulationFacts(row),
        columns: factColumns,
        blocks: () => simulationBlocks(`${target.namespace}/${target.name}`, row),
        lacks: cappedNotes(row),
        blockNotes:
          row.bottleneck === null
            ? []
            : ['* determines the price, because it needs a larger share of a node than the other resource.'],
      };
    };
  },
});
