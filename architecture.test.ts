import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The rules about imports and files. Each one names what it forbids. A change that breaks a rule must not be made,
 * unless it also changes the rule here and gives the reason.
 */
const root = fileURLToPath(new URL('.', import.meta.url));

type SourceFile = { path: string; text: string; imports: string[] };

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

function importsOf(path: string, text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(importPattern)) {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    found.push(specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier);
  }
  return found;
}

const everyFile: SourceFile[] = globSync(
  ['packages/*/src/**/*.{ts,tsx}', 'fixtures/src/**/*.ts', 'e2e/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'],
  { cwd: root, exclude: (path) => path.includes('node_modules') },
).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, imports: importsOf(path, text) };
});

const isTest = (path: string): boolean => /\.(test|test-d|worker)\.tsx?$/.test(path) || path.includes('/testing/');
const shipped = everyFile.filter(({ path }) => !isTest(path) && /^(packages|fixtures)\//.test(path));

/** Lists the imports in the files of `from` that `forbidden` selects, as "file -> import". */
function breaches(from: (path: string) => boolean, forbidden: (specifier: string, path: string) => boolean): string[] {
  return shipped
    .filter(({ path }) => from(path))
    .flatMap(({ path, imports }) =>
      imports.filter((each) => forbidden(each, path)).map((each) => `${path} -> ${each}`),
    );
}

const ours = (specifier: string): boolean => specifier.startsWith('@trimtab/') || specifier.startsWith('packages/');
const isNodeBuiltIn = (specifier: string): boolean => specifier.startsWith('node:');

describe('imports run one way', () => {
  it('core imports nothing of ours', () => {
    const found = breaches(
      (path) => path.startsWith('packages/core/'),
      (specifier) => ours(specifier) && !specifier.startsWith('packages/core/'),
    );
    expect(found).toEqual([]);
  });

  it('the server imports only core', () => {
    const found = breaches(
      (path) => path.startsWith('packages/server/'),
      (specifier) => ours(specifier) && !/^(@trimtab\/core|packages\/server\/)/.test(specifier),
    );
    expect(found).toEqual([]);
  });

  it('fixtures import only core and the server', () => {
    const found = breaches(
      (path) => path.startsWith('fixtures/'),
      (specifier) => ours(specifier) && !/^@trimtab\/(core|server)/.test(specifier),
    );
    expect(found).toEqual([]);
  });

  it('the CLI imports only core', () => {
    const found = breaches(
      (path) => path.startsWith('packages/cli/'),
      (specifier) => ours(specifier) && !/^(@trimtab\/core|packages\/cli\/)/.test(specifier),
    );
    expect(found).toEqual([]);
  });

  it('the console imports core, and fixtures only in browser/demo.ts', () => {
    const found = breaches(
      (path) => path.startsWith('packages/web/') && path !== 'packages/web/src/browser/demo.ts',
      (specifier) => ours(specifier) && !/^(@trimtab\/core|packages\/web\/)/.test(specifier),
    );
    expect(found).toEqual([]);
  });
});

const isTestSupport = (specifier: string): boolean =>
  /^(@trimtab\/testing|packages\/testing\/)|(^|\/)testing\//.test(specifier);

describe('test support', () => {
  it('is imported by no file that ships', () => {
    expect(breaches(() => true, isTestSupport)).toEqual([]);
  });

  it('imports only core and the server', () => {
    const found = everyFile
      .filter(({ path }) => path.startsWith('packages/testing/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((each) => ours(each) && !/^(@trimtab\/(core|server)|packages\/(server|testing)\/src)/.test(each))
          .map((each) => `${path} -> ${each}`),
      );
    expect(found).toEqual([]);
  });

  it('is private, and no package depends on it at run time', () => {
    const manifests = globSync(['packages/*/package.json', 'fixtures/package.json'], { cwd: root });
    const dependents = manifests.filter((path) => {
      const manifest: { private?: boolean; dependencies?: object; exports?: object } = JSON.parse(
        readFileSync(join(root, path), 'utf8'),
      );
      if (path === 'packages/testing/package.json') return manifest.private !== true;
      return (
        '@trimtab/testing' in { ...manifest.dependencies } || JSON.stringify(manifest.exports ?? {}).includes('testing')
      );
    });
    expect(dependents).toEqual([]);
  });
});

/**
 * The folders of the console, each with the folders that its files may import. A feature may import only its own files.
 */
const consoleLayers: Record<string, readonly string[]> = {
  ui: [],
  browser: [],
  context: [],
  api: ['browser'],
  charts: ['ui'],
  table: ['ui', 'browser', 'context', 'api'],
  features: ['ui', 'browser', 'context', 'api', 'charts', 'table'],
  app: ['ui', 'browser', 'context', 'api', 'charts', 'table', 'features'],
};

const consoleSource = 'packages/web/src/';
const layerOf = (path: string): string => path.slice(consoleSource.length).split('/')[0] ?? '';
const featureOf = (path: string): string => path.split('/').slice(0, 5).join('/');

describe('the console has layers', () => {
  it('every folder imports only the folders below it', () => {
    const found = breaches(
      (path) => path.startsWith(consoleSource),
      (specifier, path) =>
        specifier.startsWith(consoleSource) &&
        layerOf(specifier) !== layerOf(path) &&
        !consoleLayers[layerOf(path)]?.includes(layerOf(specifier)),
    );
    expect(found).toEqual([]);
  });

  it('ui imports no query library and nothing of ours', () => {
    const found = breaches(
      (path) => path.startsWith(`${consoleSource}ui/`),
      (specifier) => /^(@tanstack\/react-query|@trimtab\/)/.test(specifier),
    );
    expect(found).toEqual([]);
  });

  it('a feature imports no other feature', () => {
    const found = breaches(
      (path) => path.startsWith(`${consoleSource}features/`),
      (specifier, path) =>
        specifier.startsWith(`${consoleSource}features/`) && featureOf(specifier) !== featureOf(path),
    );
    expect(found).toEqual([]);
  });
});

const serverRoot = 'packages/server/src';
/** The folder or top-level file of the server that a path is in; null outside the server. */
const roomOf = (path: string): string | null => /^packages\/server\/src\/([^/]+)/.exec(path)?.[1] ?? null;

/** What each part of the server may import besides itself. */
const serverLayers: Readonly<Record<string, readonly string[]>> = {
  ports: [],
  'get-or-insert.ts': [],
  'hex.ts': [],
  'iso.ts': [],
  'read-text.ts': [],
  'redaction.ts': [],
  'stream-of.ts': [],
  'wait.ts': [],
  recommender: ['ports', 'get-or-insert.ts', 'iso.ts'],
  auth: ['ports', 'hex.ts', 'iso.ts', 'read-text.ts'],
  adapters: ['ports', 'get-or-insert.ts', 'read-text.ts', 'wait.ts'],
  'scheduler.ts': ['ports', 'wait.ts'],
  services: ['ports', 'recommender', 'get-or-insert.ts', 'hex.ts', 'iso.ts', 'redaction.ts', 'stream-of.ts', 'wait.ts'],
  http: ['ports', 'auth', 'services', 'hex.ts', 'read-text.ts'],
  routes: ['ports', 'auth', 'services', 'http', 'stream-of.ts', 'wait.ts'],
  'app.ts': ['ports', 'auth', 'services', 'http', 'routes'],
  'index.ts': ['ports', 'adapters', 'services', 'app.ts', 'scheduler.ts'],
  node: ['ports', 'auth', 'adapters', 'http', 'app.ts', 'scheduler.ts', 'redaction.ts', 'wait.ts'],
};

describe('the server has layers', () => {
  it('each part imports only the parts below it', () => {
    const found = breaches(
      (path) => path.startsWith(`${serverRoot}/`) && !path.startsWith(`${serverRoot}/contract/`),
      (specifier, path) => {
        const [own, other] = [roomOf(path), roomOf(specifier)];
        return own !== null && other !== null && own !== other && !(serverLayers[own] ?? []).includes(other);
      },
    );
    expect(found).toEqual([]);
  });
});

const neutral = (path: string): boolean =>
  path.startsWith('packages/core/') ||
  (path.startsWith('packages/server/') && !/^packages\/server\/src\/(node|adapters)\//.test(path)) ||
  (path.startsWith('fixtures/') && path !== 'fixtures/src/node.ts');

describe('what must run anywhere', () => {
  it('names no Node built-in', () => {
    expect(breaches(neutral, isNodeBuiltIn)).toEqual([]);
  });

  it('has one clock: only main files, adapters and the client’s default read the time of the machine', () => {
    const readers = shipped
      .filter(({ path }) => neutral(path) && path !== 'fixtures/src/demo/worker.ts')
      .filter(({ text }) => /\bDate\.now\(\)|new Date\(\)/.test(text))
      .map(({ path }) => path)
      .filter((path) => path !== 'packages/core/src/api/client/client.ts');
    expect(readers).toEqual([]);
  });
});

describe('one home for each thing', () => {
  it('numbers become text only in core/format', () => {
    const found = shipped
      .filter(({ path }) => !path.startsWith('packages/core/src/format/'))
      .filter(({ text }) =>
        /\.toFixed\(|\.toLocale(String|DateString|TimeString)\(|\bnew Intl\.(Number|Date)/.test(text),
      )
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('only the two entries of the CLI and the scripts end the process', () => {
    // launch.ts is a separate entry point: it prints the prepared help without loading the program.
    const entries = ['packages/cli/src/main.ts', 'packages/cli/src/launch.ts'];
    const found = shipped
      .filter(({ path }) => !entries.includes(path))
      .filter(({ text }) => /\bprocess\.exit\(/.test(text))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('nothing writes HTML by string', () => {
    const found = shipped
      .filter(({ text }) => /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/.test(text))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('an address that a page follows is written there or passed through safeHref', () => {
    const followed =
      /<(?:a|area|iframe|form)\b[^>]*?\s(?:href|src|action)=\{(?!safeHref\()|\blocation\.(?:assign(?!\(safeHref\()|href =)|window\.open\(/;
    const found = shipped
      .filter(({ path, text }) => path.startsWith(consoleSource) && followed.test(text.replaceAll('=>', '')))
      .map(({ path }) => path);
    expect(found).toEqual([]);
    expect(followed.test('<a\n  className="x"\n  href={link.href}>')).toBe(true);
    expect(followed.test('<a href={safeHref(link.href)}> <a href="/x"> <Link href={y}>')).toBe(false);
  });

  it('keeps no attic: no folder is called utils, helpers, common or misc', () => {
    const found = everyFile
      .map(({ path }) => path)
      .filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts)/.test(path));
    expect(found).toEqual([]);
  });
});

describe('one convention', () => {
  it('a top-level function with a block body is a declaration', () => {
    const arrow = /^(?:export )?const \w+ = (?:async )?(?:<[^=\n]*>)?\([^=\n]*\)(?:: [^=\n]+)? => \{$/m;
    expect(everyFile.filter(({ text }) => arrow.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('shapes are declared with type; interface is for merging into a global', () => {
    const found = everyFile.filter(({ text }) => /^(?:export )?interface /m.test(text)).map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('constants are written in camelCase, like every other name', () => {
    const capitals = /^\s*(?:export )?const [A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*\b/m;
    expect(everyFile.filter(({ text }) => capitals.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('tests of pages', () => {
  it('wait for what follows an action, instead of reading it once', () => {
    // Allowed are `waitFor(() => expect(…))`, `expect.poll` and the assertions of locators and pages.
    const readOnce = [
      /(?<!=>\s*)\bexpect\((?:new URL\()?(?:address\.current|\w*[pP]age\.url\(\))/,
      /\bexpect\(\(?await [^;\n]*\.(?:count|innerText|textContent|allTextContents|inputValue|is[A-Z]\w+)\(\)/,
    ];
    const pages = everyFile.filter(({ path }) => /\.browser\.test\.tsx?$|^e2e\//.test(path));
    expect(pages.length).toBeGreaterThan(80);
    const found = pages.filter(({ text }) => readOnce.some((pattern) => pattern.test(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('the checkout', () => {
  it('finds the files that the fences are about', () => {
    expect(shipped.length).toBeGreaterThan(30);
    expect(everyFile.some(({ imports }) => imports.includes('@trimtab/core'))).toBe(true);
  });
});
