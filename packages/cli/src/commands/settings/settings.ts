import type { NodeSettings } from '@trimtab/core';
import { confirmed } from '../../confirm.ts';
import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { UsageError } from '../../failure.ts';
import { factsView } from '../../output/facts.ts';
import { present } from '../../output/present.ts';
import { actionOf } from '../action.ts';
import { defineCommand } from '../define.ts';
import { option, yesOption } from '../options.ts';

type SettingsOptions = {
  cores?: string;
  memory?: string;
  hourly?: string;
  yes?: boolean;
};

async function show(context: Context, settings: NodeSettings): Promise<void> {
  const { settingFacts } = await import('./facts.ts');
  await present(context, { data: settings, ...factsView('Node for costs', settingFacts(settings)) });
}

async function set(context: Context, options: SettingsOptions): Promise<void> {
  const { cores, memory, hourly } = options;
  if (cores === undefined && memory === undefined && hourly === undefined) {
    throw new UsageError('No setting was given.', 'Add --cores, --memory or --hourly.');
  }
  const { applyEdits, saveSettings } = await import('../../services/settings-save.ts');
  const client = await context.client();
  const before = await client.costs.settings({});
  const after = applyEdits(before, options);
  const { nodeSummary } = await import('./facts.ts');
  const isConfirmed = await confirmed(context, {
    yes: options.yes,
    question: `Costs will be calculated with a node of ${nodeSummary(after)}. Save?`,
    refusal: 'Nothing was saved.',
  });
  if (isConfirmed) await show(context, await saveSettings(client, after));
}

const actions = ['get', 'set'] as const;

export const settingsRun = defineCommand<SettingsOptions>({
  name: 'settings',
  summary: 'show or set the node that costs are based on',
  description:
    'Shows or sets the size and price of a node. All costs are calculated from it. Options that are not given keep their ' +
    'value. set asks first; without a terminal --yes is required.',
  arguments: [{ name: '[get|set]', description: 'show the settings, or change some (default: get)', choices: actions }],
  options: [
    option('--cores <number>', 'CPU cores of a node', 'TRIMTAB_NODE_CORES'),
    option(
      '--memory <amount>',
      'memory of a node: gigabytes such as 16, or a quantity such as 64Gi',
      'TRIMTAB_NODE_MEMORY',
    ),
    option('--hourly <dollars>', 'price of a node per hour', 'TRIMTAB_NODE_HOURLY'),
    yesOption('save without a question'),
  ],
  examples: {
    'trimtab settings': 'the node that costs are based on',
    'trimtab settings set --cores 8 --memory 32 --hourly 0.384 --yes': 'sets another node, from a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage, exitCode.api, exitCode.denied, exitCode.interrupted],
  run: async (context, options, [verb = 'get'], fromFlag) => {
    if (actionOf('settings', actions, verb) === 'set') return set(context, options);
    if (fromFlag('cores') || fromFlag('memory') || fromFlag('hourly')) {
      throw new UsageError('trimtab settings only shows the settings.', 'To change them: trimtab settings set');
    }
    const client = await context.client();
    return show(context, await client.costs.settings({}));
  },
});
