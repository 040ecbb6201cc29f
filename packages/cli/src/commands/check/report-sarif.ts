import { createHash } from 'node:crypto';
import type { Check, CheckResult } from '../../services/thresholds-check.ts';

type Rule = { id: CheckResult['rule']; text: string; help: string };

const sarifRules: readonly Rule[] = [
  {
    id: 'yearly-waste',
    text: 'The yearly waste of the targets exceeds the threshold.',
    help: 'trimtab targets -A --sort savings lists the targets with the biggest savings, trimtab patch prints their changes.',
  },
  {
    id: 'underprovisioned',
    text: 'The number of underprovisioned targets exceeds the threshold.',
    help: 'trimtab targets -A --at-risk lists the targets that are short of CPU or memory, trimtab patch prints their changes.',
  },
  {
    id: 'status',
    text: 'A target needs attention.',
    help: 'trimtab target NAMESPACE/NAME shows the target and what to do.',
  },
];

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

/** By this, GitHub code scanning recognizes a finding of an earlier run. GitHub computes it only for findings in files. */
function fingerprintOf({ rule, target }: CheckResult) {
  const hash = createHash('sha256')
    .update(JSON.stringify([rule, target]))
    .digest('hex');
  return { primaryLocationLineHash: `${hash.slice(0, 16)}:1` };
}

const failedInvocation = (text: string) => ({
  executionSuccessful: false,
  toolExecutionNotifications: [{ level: 'error', message: { text } }],
});

/** A SARIF 2.1.0 log with one result per finding, and with what GitHub code scanning requires. */
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
            rules: sarifRules.map(({ id, text, help }) => ({
              id,
              shortDescription: { text },
              fullDescription: { text },
              help: { text: help },
            })),
          },
        },
        results: results
          .filter(({ passed }) => !passed)
          .map((result) => ({
            ruleId: result.rule,
            level: levelValues[result.severity],
            message: { text: result.message },
            locations: [locationOf(result.target)],
            partialFingerprints: fingerprintOf(result),
          })),
        ...(incomplete === null ? {} : { invocations: [failedInvocation(incomplete)] }),
      },
    ],
  };
}
