import type { Check, Verdict } from '../../services/check-run.ts';

const RULES = [
  { id: 'yearly-waste', text: 'The targets waste more a year than may be.' },
  { id: 'underprovisioned', text: 'More targets are underprovisioned than may be.' },
  { id: 'status', text: 'A target needs attention.' },
] as const satisfies readonly { id: Verdict['rule']; text: string }[];

const LEVELS = { low: 'note', medium: 'warning', high: 'error' } as const;

/** SARIF 2.1.0: one result for every finding; a target is a logical location, for it is in no file. */
export function sarif({ verdicts }: Check, version: string) {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'trimtab',
            version,
            rules: RULES.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        results: verdicts
          .filter(({ passed }) => !passed)
          .map(({ rule, target, severity, message }) => ({
            ruleId: rule,
            level: LEVELS[severity],
            message: { text: message },
            ...(target === null
              ? {}
              : { locations: [{ logicalLocations: [{ fullyQualifiedName: target, kind: 'resource' }] }] }),
          })),
      },
    ],
  };
}
