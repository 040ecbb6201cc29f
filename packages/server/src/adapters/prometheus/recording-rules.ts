import { binRules } from './history/recorded.ts';
import type { RecordingRule } from './queries/recording-rule.ts';
import { dayRuleSeconds, dayRules } from './usage/recorded-day.ts';

type Group = { readonly name: string; readonly interval: string; readonly rules: readonly RecordingRule[] };

/** The rules for histories and those for the usage of a day. The second ones need not be evaluated for the past. */
export const recordingRules = (): { readonly bins: Group; readonly day: Group } => ({
  bins: { name: 'trimtab', interval: '5m', rules: binRules() },
  day: { name: 'trimtab-day', interval: `${dayRuleSeconds / 60}m`, rules: dayRules() },
});
