import { exitCode } from '../../exit-code.ts';
import { present } from '../../output/present.ts';
import type { Column } from '../../output/table.ts';
import { defineCommand } from '../define.ts';
import { option } from '../options.ts';

type Part = {
  component: string;
  version: string | null;
  address: string | null;
};

const columns: readonly Column<Part>[] = [
  { id: 'component', header: 'COMPONENT', text: (part) => part.component },
  {
    id: 'version',
    header: 'VERSION',
    text: (part) => part.version ?? '—',
    value: (part) => part.version,
    style: (part) => (part.version === null ? 'dim' : 'strong'),
  },
  { id: 'address', header: 'ADDRESS', text: (part) => part.address ?? '—', value: (part) => part.address, minimum: 20 },
];

export const versionShow = defineCommand<{ client?: boolean }>({
  name: 'version',
  summary: 'show the versions of program and server',
  description:
    'Shows the version of this program and of the server it talks to. A server that does not answer is no failure here.',
  options: [option('--client', 'only this program: no request is sent', 'TRIMTAB_CLIENT')],
  examples: [
    { line: 'trimtab version', does: 'both versions' },
    { line: 'trimtab version --client -o json', does: 'the version of this program, for a script' },
  ],
  exitCodes: [exitCode.ok, exitCode.usage],
  run: async (context, options) => {
    const client: Part = { component: 'client', version: context.version, address: null };
    const rows = [client];
    if (options.client !== true) {
      const { serverVersion } = await import('../../services/version-show.ts');
      const version = await serverVersion(context.api, context.http);
      rows.push({ component: 'server', version, address: context.api });
    }
    const [, server] = rows;
    await present(context, {
      data: {
        client: { version: client.version },
        ...(server === undefined ? {} : { server: { version: server.version, address: server.address } }),
      },
      rows,
      columns,
      lacks: server?.version === null ? [`${context.api} did not say its version. trimtab kpis says why.`] : [],
      empty: '',
    });
  },
});
