import type { Check, CheckResult } from '../../services/thresholds-check.ts';

const sarifRules = [
  { id: 'yearly-waste', text: 'The yearly waste of the targets exceeds the threshold.' },
  { id: 'underprovisioned', text: 'The number of underprovisioned targets exceeds the threshold.' },
  { id: 'status', text: 'A target needs attention.' },
] as const satisfies readonly { id: CheckResult['rule']; text: string }[];

const levelValues = { low: 'note', medium: 'warning', high: 'error' } as const;

/**
 * A target is a logical location, because it is not in a file. GitHub code scanning requires a file for each result and
 * uses its path to recognize results of earlier runs, so each target also has an invented path.
 */
function locationOf(target: string | null) {
  const uri = `trimtab/${target === null ? 'all-targets' : target.toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
  const named = target === null ? {} : { logicalLocations: [{ fullyQualifiedName: target, kind: 'resource' }] };
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } }, ...named };
}

const failedInvocation = (text: string) => ({
  executionSuccessful: false,
  toolExecutionNotifications: [{ level: 'error', message: { text } }],
});

/** A SARIF 2.1.0 log with one result per finding. */
export function sarif({ results, incomplete }: Check, version: string) {
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
        ...(incomplete === null ? {} : { invocations: [failedInvocation(incomplete)] }),
      },
    ],
  };
}
