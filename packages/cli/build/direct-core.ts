import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const exported = /export (?:type )?\{([^}]*)\} from '(\.[^']+)';/g;
const imported = /import \{([^}]*)\} from '@trimtab\/core';/g;

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));

/**
 * Makes each file import core's functions from the files that define them. Core's index would initialize all of core,
 * with the schemas of all calls, in every command.
 */
export function directCore(root: string): Plugin {
  const core = join(root, '../core/src');
  const fileOf = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(join(core, 'index.ts'), 'utf8').matchAll(exported))
    for (const name of namesIn(names)) fileOf.set(name.split(' as ').at(-1) ?? name, join(core, file));
  return {
    name: 'direct-core',
    setup(build) {
      build.onLoad({ filter: /packages[\\/]cli[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(imported, (_, names: string) =>
          namesIn(names)
            .map((name) => `import { ${name} } from ${JSON.stringify(fileOf.get(name.split(' as ')[0] ?? ''))};`)
            .join(''),
        ),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
}
