import { type Client, formatMoney, type Severity, severities, type TargetListItem } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { listKpis } from './kpis-list.ts';
import { readTargetList } from './targets-list.ts';

/** Null thresholds are not checked. */
type Thresholds = {
  /** Dollars per year. */
  maxWasteYearly: number | null;
  maxUnderprovisioned: number | null;
  failOn: Severity | null;
};

/** The result of one check. `target` is null for a check of all targets together. */
export type CheckResult = {
  rule: 'yearly-waste' | 'underprovisioned' | 'status';
  target: string | null;
  severity: Severity;
  passed: boolean;
  message: string;
};

export type Check = {
  thresholds: Thresholds;
  /** `yearlyWaste` in dollars; the others are numbers of targets. */
  figures: { yearlyWaste: number | null; underprovisioned: number | null; targets: number };
  results: CheckResult[];
  /** What is missing from the compared figures, as the API describes it. */
  lacks: string[];
  incomplete: string | null;
};

type Wanted = {
  namespace: string | null;
  thresholds: Thresholds;
  signal: AbortSignal;
};

function limit(
  rule: 'yearly-waste' | 'underprovisioned',
  value: number | null,
  most: number | null,
  isComputing: boolean,
): CheckResult[] {
  if (most === null) return [];
  const isMoney = rule === 'yearly-waste';
  const what = isMoney ? 'The yearly waste' : 'The number of underprovisioned targets';
  // An unknown value must not count as passed.
  if (value === null) {
    throw new CliError(`${what} is unknown, so it could not be checked.`, exitCode.partial, 'Run the check again.');
  }
  if (isComputing && value <= most) {
    const next = 'Run the check again in a minute.';
    throw new CliError(`${what} is still being computed, so it could not be checked.`, exitCode.partial, next);
  }
  const [actual, threshold] = isMoney ? [formatMoney(value), formatMoney(most)] : [value, most];
  const passed = value <= most;
  const message = `${what} is ${actual}, ${passed ? 'within' : 'above'} the threshold of ${threshold}.`;
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

/** Runs the checks of all given thresholds. Healthy targets have severity low, so `failOn: 'low'` would always fail. */
export async function runCheck(client: Client, { namespace, thresholds, signal }: Wanted): Promise<Check> {
  const { failOn, maxUnderprovisioned, maxWasteYearly } = thresholds;
  const list = { namespace, mode: null, sort: 'name', limit: null, signal };
  const [kpis, targets] = await Promise.all([listKpis(client, { namespace, signal }), readTargetList(client, list)]);
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
      // Waste depends on suggestions, which the server computes one after another; underprovisioning does not.
      ...limit('yearly-waste', figures.yearlyWaste, maxWasteYearly, kpis.computing === true),
      ...limit('underprovisioned', figures.underprovisioned, maxUnderprovisioned, false),
      ...(failOn === null ? [] : targets.items.map((target) => status(target, failOn))),
    ],
    lacks: [
      ...(maxWasteYearly === null ? [] : [kpi('yearly_waste')?.tooltip]),
      ...(maxUnderprovisioned === null ? [] : [kpi('underprovisioned')?.tooltip]),
    ].filter((lack) => lack !== undefined),
    incomplete: targets.incomplete,
  };
}
