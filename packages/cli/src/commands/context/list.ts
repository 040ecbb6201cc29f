import { type ContextFile, type SettingKey, type Settings } from '../../config/setting-keys.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../failure.ts';
import { present } from '../../output/present.ts';
import type { Column } from '../../output/table.ts';
import { changeContexts } from '../../services/settings-change.ts';

type Row = {
  readonly name: string;
  readonly current: boolean;
  readonly api: string | null;
  readonly namespace: string | null;
};

const columns: readonly Column<Row>[] = [
  {
    id: 'current',
    header: 'IN USE',
    text: ({ current }) => (current ? '*' : ''),
    value: ({ current }) => String(current),
  },
  { id: 'name', header: 'NAME', text: ({ name }) => name, style: ({ current }) => (current ? 'strong' : 'plain') },
  { id: 'api', header: 'API', text: ({ api }) => api ?? '—', value: ({ api }) => api, minimum: 20 },
  {
    id: 'namespace',
    header: 'NAMESPACE',
    text: ({ namespace }) => namespace ?? '—',
    value: ({ namespace }) => namespace,
  },
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
    empty: 'There are no contexts. trimtab context add NAME --api URL makes one.',
  });
}

function known({ contexts }: ContextFile, name: string): Settings {
  const settings = contexts.get(name);
  if (settings !== undefined) return settings;
  throw new UsageError(`There is no context ${name}.`, 'trimtab context list shows those that there are.');
}

export async function useContext(context: Context, name: string): Promise<void> {
  let api: string | undefined;
  await changeContexts(context, (file) => {
    api = known(file, name).get('api');
    return { ...file, current: name };
  });
  await context.stderr.text(`Every command uses ${name} now${api === undefined ? '' : `: ${api}`}.\n`);
}

export async function removeContext(context: Context, name: string): Promise<void> {
  await changeContexts(context, (file) => {
    known(file, name);
    const contexts = new Map([...file.contexts].filter(([each]) => each !== name));
    return { current: file.current === name ? null : file.current, contexts };
  });
  await context.stderr.text(`The context ${name} is removed. What is signed in stays: trimtab logout ends it.\n`);
}

const settingsHint: Record<'namespace' | 'issuer' | 'clientId' | 'audience', SettingKey> = {
  namespace: 'namespace',
  issuer: 'issuer',
  clientId: 'client-id',
  audience: 'audience',
};

export async function addContext(
  context: Context,
  name: string,
  typed: ReadonlyMap<keyof typeof settingsHint, string>,
): Promise<void> {
  if (!/^[\w][\w.@-]{0,62}$/.test(name)) {
    throw new UsageError(`"${name}" cannot be the name of a context.`, 'Use letters, digits and . _ @ - in it.');
  }
  if (!['flag', 'environment'].includes(context.configuration.sourceOf('api'))) {
    throw new UsageError('Which API?', `Give it: trimtab context add ${name} --api https://HOST`);
  }
  const settings = new Map([
    ['api', context.api] as const,
    ...[...typed].map(([key, value]) => [settingsHint[key], value] as const),
  ]);
  let isFirst = false;
  await changeContexts(context, (file) => {
    if (file.contexts.has(name)) {
      throw new UsageError(`There is a context ${name} already.`, `Remove it first: trimtab context remove ${name}`);
    }
    isFirst = file.contexts.size === 0;
    return {
      current: file.current ?? (isFirst ? name : null),
      contexts: new Map([...file.contexts, [name, settings] as const]),
    };
  });
  const next = isFirst ? 'It is in use.' : `trimtab context use ${name} makes it the default.`;
  await context.stderr.text(`The context ${name} is ${context.api}. ${next}\n`);
}
