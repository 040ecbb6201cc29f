import {
  type Client,
  formatMoney,
  formatMoneyRate,
  isAutonomousMode,
  type Severity,
  severities,
  type TargetListItem,
  workloadMissingLabel,
} from '@trimtab/core';
import { targetTitle } from '../target-title.ts';
import { sumKpis } from './kpis-list.ts';
import { fewNames, readTargetList } from './targets-list.ts';

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
  /** Why the list or a threshold could not be checked completely; null if everything was checked. */
  incomplete: string | null;
};

type Wanted = {
  /** Null for all. */
  namespaces: readonly string[] | null;
  /** Absent: all clusters. */
  clusters?: readonly string[] | undefined;
  thresholds: Thresholds;
};

type Limit = {
  readonly rule: 'yearly-waste' | 'underprovisioned';
  readonly value: number | null;
  /** The threshold; null if none was given. */
  readonly most: number | null;
  readonly isComputing: boolean;
  /** The targets without a figure. The value does not include them, so the real value may be higher. */
  readonly unknown: readonly TargetListItem[];
};

const subjectOf = ({ rule }: Limit): string =>
  rule === 'yearly-waste' ? 'The yearly waste' : 'The number of underprovisioned targets';

/** Compares a value with its threshold. No result if it is unknown, or within the threshold but lacks some targets. */
function limit(checked: Limit): CheckResult[] {
  const { rule, value, most, isComputing, unknown } = checked;
  if (most === null || value === null) return [];
  const passed = value <= most;
  if (passed && (isComputing || unknown.length > 0)) return [];
  const print = rule === 'yearly-waste' ? distinctMoney(value, most) : String;
  const message = `${subjectOf(checked)} is ${print(value)}, ${passed ? 'within' : 'above'} the threshold of ${print(most)}.`;
  return [{ rule, target: null, severity: 'high', passed, message }];
}

/** A format that prints two different amounts differently. */
function distinctMoney(a: number, b: number): (dollars: number) => string {
  const formats = [formatMoney, formatMoneyRate, (dollars: number) => `$${dollars}`];
  return formats.find((print) => print(a) !== print(b)) ?? formatMoney;
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

const isKnown = (figure: number | null | undefined): boolean => figure !== null && figure !== undefined;

/** A missing workload neither wastes nor needs anything. */
const exists = ({ status: { label } }: TargetListItem): boolean => label !== workloadMissingLabel;

/** The targets that a threshold concerns but that have no figure. */
function unknownTargets(items: readonly TargetListItem[]) {
  const existing = items.filter(exists);
  return {
    waste: existing.filter((one) => !isAutonomousMode(one.mode) && !isKnown(one.hourly_waste_savings)),
    underprovisioned: existing.filter((one) => !isKnown(one.cpu_utilization) && !isKnown(one.memory_utilization)),
  };
}

/** Why a threshold could not be checked; null if it could, or if the value already exceeds it. */
function unchecked(checked: Limit): string | null {
  const { rule, value, most, isComputing, unknown } = checked;
  if (most === null || (value ?? 0) > most) return null;
  if (value === null) return `${subjectOf(checked)} is unknown, so it could not be checked.`;
  if (isComputing) return `${subjectOf(checked)} is still being computed, so it could not be checked.`;
  if (unknown.length === 0) return null;
  const [flag, what] =
    rule === 'yearly-waste' ? ['--max-waste-yearly', 'yearly waste'] : ['--max-underprovisioned', 'utilization'];
  return couldNotCheck(what, unknown, flag);
}

const couldNotCheck = (what: string, unknown: readonly TargetListItem[], flag: string): string =>
  `The ${what} of ${fewNames(unknown.map(targetTitle))} is unknown, so ${flag} could not be checked.`;

/** Runs the checks of all given thresholds. Healthy targets have severity low, so `failOn: 'low'` would always fail. */
export async function runCheck(client: Client, { namespaces, clusters, thresholds }: Wanted): Promise<Check> {
  const { failOn, maxUnderprovisioned, maxWasteYearly } = thresholds;
  const list = { namespace: namespaces, clusters, mode: null, sort: 'name', limit: null };
  const [kpis, targets] = await Promise.all([sumKpis(client, { namespaces, clusters }), readTargetList(client, list)]);
  const kpi = (id: string) => kpis.items.find((each) => each.id === id);
  const figure = (id: string) => kpi(id)?.value ?? null;
  const figures = {
    yearlyWaste: figure('yearly_waste'),
    underprovisioned: figure('underprovisioned'),
    targets: targets.items.length,
  };
  const unknown = unknownTargets(targets.items);
  const limits: Limit[] = [
    {
      rule: 'yearly-waste',
      value: figures.yearlyWaste,
      most: maxWasteYearly,
      isComputing: kpis.computing,
      unknown: unknown.waste,
    },
    {
      rule: 'underprovisioned',
      value: figures.underprovisioned,
      most: maxUnderprovisioned,
      // The figure does not depend on suggestions, which the server computes one after another.
      isComputing: false,
      unknown: unknown.underprovisioned,
    },
  ];
  const rated = targets.items.filter((one) => one.status.isUnrated !== true);
  const unrated = failOn === null ? [] : targets.items.filter((one) => one.status.isUnrated);
  const reasons = [
    targets.incomplete,
    ...limits.map(unchecked),
    unrated.length === 0 ? null : couldNotCheck('severity', unrated, '--fail-on'),
  ].filter((reason) => reason !== null);
  return {
    thresholds,
    figures,
    results: [...limits.flatMap(limit), ...(failOn === null ? [] : rated.map((target) => status(target, failOn)))],
    lacks: [
      ...(maxWasteYearly === null ? [] : [kpi('yearly_waste')?.tooltip]),
      ...(maxUnderprovisioned === null ? [] : [kpi('underprovisioned')?.tooltip]),
    ].filter((lack) => lack !== undefined),
    incomplete: reasons.length === 0 ? null : reasons.join(' '),
  };
}
