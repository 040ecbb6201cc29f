import { expect, test } from 'vitest';
import { blockLines } from '../ui/screen.ts';
import { fact, factsBlock } from './facts.ts';

test('a value wraps between words on a narrow terminal, and one with a shorter text is shortened', () => {
  const facts = [
    fact('peak', 'Peak of tomorrow', '1.49 cores around 20:00 (1.43 – 1.55 cores)'),
    fact('history', 'History', '▁▂▃▄▅▆▇█▁▂▃▄▅▆▇█▁▂▃▄▅▆▇█', { shorten: (width) => '▁'.repeat(width) }),
  ];
  expect(blockLines([factsBlock('Outlook', facts)], { columns: 42, color: false })).toEqual([
    'Outlook',
    'Peak of tomorrow  1.49 cores around 20:00',
    '                  (1.43 – 1.55 cores)',
    'History           ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁',
  ]);
});
