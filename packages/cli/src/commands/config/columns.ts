import type { Column } from '../../output/table.ts';
import type { EffectiveSetting } from '../../services/config-list.ts';

export const settingColumns: readonly Column<EffectiveSetting>[] = [
  { id: 'key', header: 'SETTING', text: ({ key }) => key },
  {
    id: 'value',
    header: 'VALUE',
    text: ({ value }) => value ?? '—',
    value: ({ value }) => value,
    style: ({ value }) => (value === null ? 'dim' : 'strong'),
    minimum: 20,
  },
  { id: 'source', header: 'FROM', text: ({ source }) => source, minimum: 16 },
];
