import { type Client, formatMoney, type Severity, severities, type TargetListItem } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { listKpis } from './kpis-list.ts';
import { listTargets } from './targets-list.ts';

/** What must not be exceeded; null is not checked. */
export type Thresholds = {
  /** Dollars. */
  maxWasteYearly: number | null;
  maxUnderprovisioned: number | null;
  failOn: Severity | null;
};

/** One thing that was looked at. `target` is null for what concerns all of them. */
export type CheckResult = {
  rule: 'yearly-waste' | 'underprovisioned' | 'status';
  target: string | null;
  severity: Severity;
  passed: boolean;
  message: string;
};

export type Check = {
  thresholds: Thresholds;
  /** As the console shows them: dollars a year, and targets. */
  figures: { yearlyWaste: number | null; underprovisioned: number | null; targets: number };
  results: CheckResult[];
  /** What the figures that were compared lack, in the words of the API. */
  lacks: string[];
  incomplete: string | null;
};

type Wanted = {
  namespace: string | null;
  thresholds: Thresholds;
  signal: AbortSignal;
};

type Limit = {
  value: number | null;
  most: number | null;
  /** The value is what is known of it so far. */
  isComing: boolean;
};

function limit(rule: 'yearly-waste' | 'underprovisioned', { value, most, isComing }: Limit): CheckResult[] {
  if (most === null) return [];
  const isMoney = rule === 'yearly-waste';
  const what = isMoney ? 'The yearly waste' : 'The number of underprovisioned targets';
  // What is not known must not pass for clean.
  if (value === null) {
    throw new CliError(`${what} is not known, so it could not be checked.`, exitCode.partial, 'Run the check again.');
  }
  if (isComing && value <= most) {
    const next = 'Run the check again in a minute.';
    throw new CliError(`${what} is still being computed, so it could not be checked.`, exitCode.partial, next);
  }
  const [is, may] = isMoney ? [formatMoney(value), formatMoney(most)] : [value, most];
  const passed = value <= most;
  const message = `${what} is ${is}; ${passed ? 'up to' : 'more than the'} ${may} ${passed ? 'may be' : 'that may be'}.`;
  return [{ rule, target: null, severity: 'high', passed, message }];
}

function status({ namespace, name, status: found }: TargetListItem, failOn: Severity): CheckResult {
  const passed = severities.indexOf(found.severity) < severities.indexOf(failOn);
  const target = `${namespace}/${name}`;
  const reason = found.tooltip === undefined ? '' : ` ${found.tooltip}`;
  return {
    rule: 'status',
    target,
    severity: found.severity,
    passed,
    message: `${target}: ${found.label}, severity ${found.severity}.${passed ? '' : reason}`,
  };
}

/** Looks at everything that was asked for. Healthy targets are severity low, so `failOn: 'low'` makes no sense of them. */
export async function runCheck(client: Client, { namespace, thresholds, signal }: Wanted): Promise<Check> {
  const { failOn, maxUnderprovisioned, maxWasteYearly } = thresholds;
  const list = { namespace, mode: null, sort: 'name', limit: null, signal };
  const [kpis, targets] = await Promise.all([listKpis(client, { namespace, signal }), listTargets(client, list)]);
  const kpi = (id: string) => kpis.items.find((each) => each.id === id);
  const figure = (id: string) => kpi(id)?.value ?? null;
  const figures = {
    yearlyWaste: figure('yearly_waste'),
    underprovisioned: figure('underprovisioned'),
    targets: targets.items.length,
  };
  return {
    thresholds,
    figures,
    results: [
      // It rests on suggestions, which come one by one after a server's start; usage is there from the beginning.
      ...limit('yearly-waste', {
        value: figures.yearlyWaste,
        most: maxWasteYearly,
        isComing: kpis.computing === true,
      }),
      ...limit('underprovisioned', { value: figures.underprovisioned, most: maxUnderprovisioned, isComing: false }),
      ...(failOn === null ? [] : targets.items.map((target) => status(target, failOn))),
    ],
    lacks: [
      ...(maxWasteYearly === null ? [] : [kpi('yearly_waste')?.tooltip]),
      ...(maxUnderprovisioned === null ? [] : [kpi('underprovisioned')?.tooltip]),
    ].filter((lack) => lack !== undefined),
    incomplete: targets.incomplete,
  };
}
