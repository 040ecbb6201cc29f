import { describe, expect, it } from 'vitest';
import { yearlyNote } from './yearly-note.ts';

describe('the explanation of a yearly figure without a request', () => {
  it('yearly waste: what all suggestions save together, if that differs', () => {
    const row = { hourly_waste_savings: 0.048, net_hourly_savings: 0.024 };
    expect(yearlyNote('Recommendation', row)).toMatch(/Applying all suggestions together saves \$210 a year\.$/);
    expect(yearlyNote('Recommendation', { ...row, net_hourly_savings: 0.048 })).not.toContain('together saves');
    expect(yearlyNote('Autonomous', row)).not.toContain('together saves');
  });

  it('explains a year and negative savings without a request', () => {
    expect(yearlyNote('Recommendation', { hourly_waste_savings: -0.1 })).toMatch(
      /^What it requests costs \$0\.10 an hour less than what is suggested/,
    );
    expect(yearlyNote('Autonomous', { hourly_waste_savings: -1 })).toBe(
      'This target was underprovisioned. The product added the required resources to mitigate risk.\nIt costs $1.00 an hour more than before autonomous mode, × 8,760 hours.\nFor the current requests, all replicas together.',
    );
  });

  it('says without a figure that it may lack data, or in autonomous mode a record of the time before', () => {
    const unknown = 'Its present cost, or its cost with the suggestion, is unknown.';
    expect(yearlyNote('Recommendation', {})).toBe(unknown);
    const status = {
      severity: 'high',
      label: 'No requests set',
      tooltip: 'Container web has no CPU requests set!',
    } as const;
    expect(yearlyNote('Recommendation', { status })).toBe('Container web has no CPU requests set!');
    const recommendation = { type: 'noSuggestions', label: 'No suggestions', tooltip: 'Neither is scaled.' } as const;
    expect(yearlyNote('Recommendation', { status, recommendation })).toBe('Neither is scaled.');
    expect(yearlyNote('Autonomous', { hourly_waste_savings: null })).toBe(
      'There is no complete record of the requests before autonomous mode, or its present cost is unknown.',
    );
  });
});
