import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { column, optionalColumn, type TextColumn } from '../../output/table.ts';

type Row = {
  readonly name: string;
  readonly current: boolean;
  readonly api: string | null;
  readonly namespace: string | null;
};

const columns: readonly TextColumn<Row>[] = [
  column('current', 'IN USE', ({ current }) => (current ? '*' : ''), { value: ({ current }) => String(current) }),
  column('name', 'NAME', ({ name }) => name, { style: ({ current }) => (current ? 'strong' : 'plain') }),
  optionalColumn('api', 'API', ({ api }) => api, { minimum: 20 }),
  optionalColumn('namespace', 'NAMESPACE', ({ namespace }) => namespace),
];

export async function listContexts(context: Context): Promise<void> {
  const { file, name: inUse } = context.configuration;
  const items = [...file.contexts].map(
    ([name, settings]): Row => ({
      name,
      current: name === inUse,
      api: settings.get('api') ?? null,
      namespace: settings.get('namespace') ?? null,
    }),
  );
  await present(context, {
    data: { items },
    rows: items,
    columns,
    empty: 'There are no contexts. Add one: trimtab context add NAME --api URL',
  });
}

/** Only the name, for a prompt or a script. */
export async function printCurrent({ configuration, stdout }: Context): Promise<void> {
  const { name } = configuration;
  if (name === null) throw new UsageError('No context is in use.', 'Select one: trimtab context use NAME');
  await stdout.text(`${name}\n`);
}
