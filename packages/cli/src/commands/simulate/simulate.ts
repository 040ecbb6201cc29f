import { InvalidArgumentError } from 'commander';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { factColumns } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { defineCommand } from '../define.ts';
import { namespaceOption, option } from '../options.ts';
import { requiredTarget } from '../scope.ts';

type SimulateOptions = Record<string, unknown> & {
  namespace?: string;
  cpu?: number;
  memory?: number;
};

function percentage(text: string): number {
  const percent = Number(text.replace(/%$/, ''));
  if (!/^\d+%?$/.test(text) || percent < 1 || percent > 100) {
    throw new InvalidArgumentError('Give a whole percentage from 1 to 100.');
  }
  return percent;
}

export const simulateRun = defineCommand<SimulateOptions>({
  name: 'simulate',
  summary: 'show what another utilization would cost',
  description:
    "Shows what a target would request and cost if so many percent of its requests were in use, as the console's cost " +
    'simulator: from averages of the last 24 hours, in months of 720 hours. An asterisk marks what sets the price.',
  arguments: [{ name: '<name>', description: 'the target; or NAMESPACE/NAME, without -n' }],
  options: [
    namespaceOption('the namespace of the target'),
    option('--cpu <percent>', 'CPU in use, in percent of the requests', 'TRIMTAB_SIMULATE_CPU').argParser(percentage),
    option('--memory <percent>', 'memory in use, in percent of the requests', 'TRIMTAB_SIMULATE_MEMORY').argParser(
      percentage,
    ),
  ],
  examples: [
    { line: 'trimtab simulate -n storefront cart --cpu 70 --memory 80', does: 'what cart would cost then' },
    {
      line: 'trimtab simulate -n storefront cart --cpu 70 -o json | jq .yearlyImpact',
      does: 'dollars a year, for a script',
    },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, [word = ''], fromFlag) => {
    const { namespace, name } = requiredTarget(word, {
      namespace: options.namespace,
      isTyped: fromFlag('namespace'),
    });
    const { cpu, memory } = options;
    if (cpu === undefined && memory === undefined) {
      throw new UsageError('What is to be simulated?', 'Give --cpu or --memory, in percent.');
    }
    const { simulate } = await import('../../services/target-simulate.ts');
    const row = await simulate(await context.client(), {
      namespace,
      name,
      percentages: { cpu, memory },
      now: context.now(),
      signal: context.signal,
    });
    const { simulationBlocks, simulationFacts } = await import('./columns.ts');
    await present(context, {
      data: row,
      rows: simulationFacts(row),
      columns: factColumns,
      blocks: () => simulationBlocks(`${namespace}/${name}`, row),
      nameOf: () => name,
      blockNotes: row.bottleneck === null ? [] : ['* sets the price: it fills more of a node than the other resource.'],
      empty: '',
    });
  },
});
