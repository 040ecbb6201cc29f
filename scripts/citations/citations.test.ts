import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout, root } from '../checkout.ts';
import { anchorsIn, type Repository, unresolved } from './citations.ts';

const skipped = new Set(['node_modules', 'dist', '.cache', '.git', 'test-results', 'playwright-report']);

const files = globSync('**/*.{md,ts,tsx,cjs,css,html,yml,yaml}', {
  cwd: root,
  exclude: (path) => path.split('/').some((part) => skipped.has(part)),
})
  .filter((path) => !path.startsWith('scripts/citations/') && path !== 'pnpm-lock.yaml')
  .map((path) => ({ path, text: readFileSync(inCheckout(path), 'utf8') }));

const anchors = new Map(
  files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsIn(text)]),
);
const repository: Repository = {
  has: (path) => existsSync(inCheckout(path)),
  anchorsOf: (path) => anchors.get(path) ?? new Set(),
};

describe('citations', () => {
  it('resolve: every page, anchor, link and path that a comment or a page cites exists', () => {
    expect(files.flatMap((file) => unresolved(file, repository))).toEqual([]);
  });

  it('finds the files to check', () => {
    expect(files.some(({ path }) => path === 'docs/README.md' || path === 'README.md')).toBe(true);
    expect(files.length).toBeGreaterThan(500);
  });
});

describe('what counts as unresolved', () => {
  const pages = new Map([['docs/faults.md', new Set(['html-error-body'])]]);
  const small: Repository = {
    has: (path) => ['docs/faults.md', 'docs', 'packages/core/src', 'packages/core'].includes(path),
    anchorsOf: (path) => pages.get(path) ?? new Set(),
  };
  const inSource = (comment: string) => unresolved({ path: 'packages/core/src/a.ts', text: `// ${comment}\n` }, small);
  const inPage = (text: string) => unresolved({ path: 'docs/faults.md', text }, small);

  it('accepts pages, anchors and paths that exist', () => {
    expect(inSource('See docs/faults.md#html-error-body and `packages/core/src`.')).toEqual([]);
    expect(inSource('`packages/core/src/<noun>.ts`, https://example.test/x.md, C1 control characters')).toEqual([]);
    expect(inPage('[here](#html-error-body) and [there](../packages/core), [out](https://example.test/#x)')).toEqual(
      [],
    );
  });

  it.each([
    ['See docs/faults.md#no-such-anchor.', 'page docs/faults.md#no-such-anchor'],
    ['By nowhere.md.', 'page nowhere.md'],
    ['In `packages/gone/src`.', 'path packages/gone/src'],
    ['Handled (W30).', 'code W30'],
    ['As issue 12 asks.', 'mention of issue 12'],
  ])('rejects %j', (comment, finding) => {
    expect(inSource(comment)).toEqual([`packages/core/src/a.ts: ${finding}`]);
  });

  it('rejects a code in the title of a test', () => {
    const text = "it('survives a short page (C18)', () => {});";
    expect(unresolved({ path: 'packages/core/src/a.test.ts', text }, small)).toEqual([
      'packages/core/src/a.test.ts: code C18',
    ]);
  });

  it('rejects a link to a missing file or anchor', () => {
    expect(inPage('[a](gone.md) [b](#gone)')).toEqual(['docs/faults.md: link gone.md', 'docs/faults.md: link #gone']);
  });

  it('finds the anchors of a page', () => {
    const page = '# Two words, and `code`\n## Same\n## Same\n<a id="own"></a>\n```\n# not a heading\n```\n';
    expect([...anchorsIn(page)]).toEqual(['two-words-and-code', 'same', 'same-1', 'own']);
  });
});
