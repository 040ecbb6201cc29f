import type { NodeSettings } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { factColumns, factsBlock } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { confirmed } from '../confirm.ts';
import { defineCommand } from '../define.ts';
import { option, yesOption } from '../options.ts';

type SettingsOptions = Record<string, unknown> & {
  cores?: string;
  memory?: string;
  hourly?: string;
  yes?: boolean;
};

async function show(context: Context, settings: NodeSettings): Promise<void> {
  const { settingFacts } = await import('./facts.ts');
  const rows = settingFacts(settings);
  await present(context, {
    data: settings,
    rows,
    columns: factColumns,
    blocks: () => [factsBlock('Node for costs', rows)],
    nameOf: ({ id }) => id,
    empty: '',
  });
}

async function set(context: Context, options: SettingsOptions): Promise<void> {
  const { cores, memory, hourly } = options;
  if (cores === undefined && memory === undefined && hourly === undefined) {
    throw new UsageError('Which setting?', 'Give --cores, --memory or --hourly.');
  }
  const { applyEdits, saveSettings } = await import('../../services/settings-save.ts');
  const client = await context.client();
  const before = await client.costs.settings({}, { signal: context.signal });
  const after = applyEdits(before, options);
  const { nodeSummary } = await import('./facts.ts');
  const goOn = await confirmed(context, {
    yes: options.yes,
    question: `Costs will be reckoned on a node of ${nodeSummary(after)}. Save?`,
    refusal: 'Nothing was saved.',
  });
  if (goOn) await show(context, await saveSettings(client, after, context.signal));
}

export const settingsRun = defineCommand<SettingsOptions>({
  name: 'settings',
  summary: 'show or set the node that costs rest on',
  description:
    'Shows what a node holds and costs, the base of every dollar shown, or sets it. What is not given stays. Setting ' +
    'asks first; without a terminal it wants --yes.',
  arguments: [{ name: '[get|set]', description: 'show the settings (default), or set some', choices: ['get', 'set'] }],
  options: [
    option('--cores <number>', 'CPU cores of a node', 'TRIMTAB_NODE_CORES'),
    option(
      '--memory <amount>',
      'memory of a node: gigabytes such as 16, or a quantity such as 64Gi',
      'TRIMTAB_NODE_MEMORY',
    ),
    option('--hourly <dollars>', 'price of a node an hour', 'TRIMTAB_NODE_HOURLY'),
    yesOption('set without asking'),
  ],
  examples: [
    { line: 'trimtab settings', does: 'the node that costs are reckoned on' },
    { line: 'trimtab settings set --cores 8 --memory 32 --hourly 0.384 --yes', does: 'another node, from a script' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied],
  run: async (context, options, [verb = 'get'], fromFlag) => {
    if (verb === 'set') return set(context, options);
    if (verb !== 'get') throw new UsageError(`settings cannot ${verb}.`, 'Give get or set.');
    if (fromFlag('cores') || fromFlag('memory') || fromFlag('hourly')) {
      throw new UsageError('Settings are changed by trimtab settings set.', 'Add the word set.');
    }
    const client = await context.client();
    return show(context, await client.costs.settings({}, { signal: context.signal }));
  },
});
