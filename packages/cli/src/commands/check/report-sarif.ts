import type { Check, CheckResult } from '../../services/thresholds-check.ts';

const sarifRules = [
  { id: 'yearly-waste', text: 'The targets waste more a year than may be.' },
  { id: 'underprovisioned', text: 'More targets are underprovisioned than may be.' },
  { id: 'status', text: 'A target needs attention.' },
] as const satisfies readonly { id: CheckResult['rule']; text: string }[];

const levelValues = { low: 'note', medium: 'warning', high: 'error' } as const;

/**
 * Where a finding is: a target is a logical location, for it is in no file. Code scanning takes in no result without a
 * file, and tells by it whether a finding is the one of the last run: each has a path of its own.
 */
function locationOf(target: string | null) {
  const uri = `trimtab/${target === null ? 'all-targets' : target.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
  const named = target === null ? {} : { logicalLocations: [{ fullyQualifiedName: target, kind: 'resource' }] };
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } }, ...named };
}

/** SARIF 2.1.0: one result for every finding. */
export function sarif({ results }: Check, version: string) {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'trimtab',
            version,
            rules: sarifRules.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        results: results
          .filter(({ passed }) => !passed)
          .map(({ rule, target, severity, message }) => ({
            ruleId: rule,
            level: levelValues[severity],
            message: { text: message },
            locations: [locationOf(target)],
          })),
      },
    ],
  };
}
