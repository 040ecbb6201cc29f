import { expect, test } from 'vitest';
import { explainYearlyFigure } from './explain-yearly.ts';

test('a yearly figure is explained by its hourly value', () => {
  expect(explainYearlyFigure(0.0375, 'Recommendation')).toBe(
    'What it requests costs $0.0375 an hour more than what is suggested, × 8,760 hours.\nFor the current requests, all replicas together.',
  );
  expect(explainYearlyFigure(-1.5, 'Autonomous')).toContain('It costs $1.50 an hour more than before autonomous mode');
  expect(explainYearlyFigure(0.01, 'Recommendation', -0.02)).toBe(
    'With only the suggested requests or only the suggested replicas it would cost $0.01 an hour less, × 8,760 hours.\nFor the current requests, all replicas together.\nApplying all suggestions together costs $175 a year more.',
  );
  expect(explainYearlyFigure(-0.01, 'Recommendation', -0.02)).toMatch(/it would cost at least \$0\.01 an hour more/);
  expect(explainYearlyFigure(0, 'Recommendation', -0.02)).toMatch(/^Neither .*costs \$175 a year more\.$/s);
  expect(explainYearlyFigure(0.01, 'Recommendation', 0.01)).not.toContain('together saves');
  expect(explainYearlyFigure(0, 'Autonomous')).toBe(
    'It costs as much as before autonomous mode.\nFor the current requests, all replicas together.',
  );
  expect(explainYearlyFigure(-0, 'Recommendation')).toMatch(
    /^Neither the suggested requests alone nor the suggested replicas alone cost less\.\n/,
  );
});
