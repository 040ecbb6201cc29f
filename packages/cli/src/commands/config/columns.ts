import { type Column, optionalColumn } from '../../output/table.ts';
import type { EffectiveSetting } from '../../services/config-list.ts';

export const settingColumns: readonly Column<EffectiveSetting>[] = [
  { id: 'key', header: 'SETTING', text: ({ key }) => key },
  {
    ...optionalColumn('value', 'VALUE', ({ value }) => value),
    style: ({ value }) => (value === null ? 'dim' : 'strong'),
    minimum: 20,
  },
  { id: 'source', header: 'FROM', text: ({ source }) => source, minimum: 16 },
];
