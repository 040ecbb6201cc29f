import type { Context } from '../../context.ts';
import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import { column, optionalColumn, type TextColumn } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { option } from '../options.ts';

type Part = {
  component: string;
  version: string | null;
  address: string | null;
};

const columns: readonly TextColumn<Part>[] = [
  column('component', 'COMPONENT', (part) => part.component),
  optionalColumn('version', 'VERSION', ({ version }) => version, {
    style: ({ version }) => (version === null ? 'dim' : 'strong'),
  }),
  optionalColumn('address', 'ADDRESS', ({ address }) => address, { minimum: 20 }),
];

/** A server that does not answer is no failure of this command, so the wait is short. */
const defaultDeadlineMs = 10_000;

/** The version in the server's /config.json; null without a response. */
async function serverVersion({ api, http }: Context): Promise<string | null> {
  const [{ loadConfiguration }, { lazyFetch }] = await Promise.all([
    import('@trimtab/core'),
    import('../../http/fetch.ts'),
  ]);
  const { version } = await loadConfiguration({
    fetch: lazyFetch(http),
    url: `${api}/config.json`,
    deadlineMs: http.timeoutMs ?? defaultDeadlineMs,
  });
  return version === '' ? null : version;
}

export const versionShow = defineCommand<{ client?: boolean }>({
  name: 'version',
  summary: 'show the versions of this program and of the server',
  description:
    'Shows the versions of this program and of its server. The exit code is 0 even if the server does not answer.',
  options: [option('--client', 'only this program, without a request to the server')],
  examples: {
    'trimtab version': 'both versions',
    'trimtab version --client -o json': 'the version of this program, for a script',
  },
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, options) => {
    const client: Part = { component: 'client', version: context.version, address: null };
    const rows = [client];
    if (options.client !== true) {
      rows.push({ component: 'server', version: await serverVersion(context), address: context.api });
    }
    const [, server] = rows;
    await present(context, {
      data: {
        client: { version: client.version },
        ...(server === undefined ? {} : { server: { version: server.version, address: server.address } }),
      },
      rows,
      columns,
      lacks:
        server?.version === null
          ? [`The version of ${context.api} is unknown. trimtab kpis shows whether the server answers.`]
          : [],
    });
  },
});
