import { dirname, join, normalize } from 'node:path';

/** A text file of the repository; the path is relative to its root. */
export type TextFile = { readonly path: string; readonly text: string };

/** What exists in the repository: files, folders, and the anchors of each Markdown page. */
export type Repository = {
  readonly has: (path: string) => boolean;
  readonly anchorsOf: (path: string) => ReadonlySet<string>;
};

/** The anchor that GitHub gives a heading. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const withoutFences = (markdown: string): string => markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');

/** Every anchor of a page: its headings, a repeated one with `-1`, `-2`, and explicit `<a id="…">`. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutFences(markdown).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)) {
    const slug = slugOf(heading);
    let name = slug;
    for (let repeat = 1; anchors.has(name); repeat += 1) name = `${slug}-${repeat}`;
    anchors.add(name);
  }
  for (const [, id = ''] of markdown.matchAll(/<\w+ (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const isMarkdown = (path: string): boolean => path.endsWith('.md');

/** The text to check for citations: a whole page, or the comments and test titles of a source file. */
function prose({ path, text }: TextFile): string {
  if (isMarkdown(path)) return text;
  return Array.from(text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|<!--[\s\S]*?-->/g), ([comment]) => comment).join(
    '\n',
  );
}

const titles = ({ text }: TextFile): string[] => [
  ...Array.from(text.matchAll(/\b(?:describe|it|test)(?:\.\w+)*\(\s*(['"`])(.*?)\1/g), (match) => match[2] ?? ''),
  // The first word of a string that becomes a test title.
  ...Array.from(text.matchAll(/(['"`])([HCWSL]\d{1,2}:? [a-z])/g), (match) => match[2] ?? ''),
];

function brokenLinks({ path, text }: TextFile, { has, anchorsOf }: Repository): string[] {
  const visible = withoutFences(text).replaceAll(/`[^`\n]*`/g, '');
  return Array.from(visible.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g), ([, link = '']) => link)
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
      if (!has(target)) return true;
      return anchor !== undefined && isMarkdown(target) && !anchorsOf(target).has(anchor);
    })
    .map((link) => `link ${link}`);
}

/** Mentions of pages: `docs/faults.md#anchor`, `docs/security.md`, `README.md`. */
function brokenPages(file: TextFile, { has, anchorsOf }: Repository): string[] {
  const text = prose(file)
    .replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\bhttps?:\/\/\S+/g, '');
  const mentions = text.matchAll(/(?<![\w./*-])((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+))?/g);
  return Array.from(mentions)
    .filter(([, page = '', anchor]) => {
      const target = [page, normalize(join(dirname(file.path), page))].find(has);
      if (target === undefined) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    })
    .map(([mention]) => `page ${mention}`);
}

/** Paths in backticks, such as `packages/core/src/api`. Only the part before a placeholder such as `<name>` is checked. */
function brokenPaths(file: TextFile, { has }: Repository): string[] {
  const paths = prose(file).matchAll(/`((?:packages|docs|scripts|e2e|bench|fixtures)\/[^`\s]*)`/g);
  return Array.from(paths, ([, path = '']) => path)
    .filter((path) => !path.includes('$'))
    .filter((path) => {
      const [known = ''] = path.split(/[*<{…#]/);
      const isPartial = known.length < (path.split('#')[0] ?? '').length;
      return !has((isPartial ? dirname(`${known}x`) : known).replace(/\/$/, ''));
    })
    .map((path) => `path ${path}`);
}

/**
 * Bare codes of faults, such as `(C18)` or `W30:`. `C0` and `C1` also name sets of control characters, so without
 * punctuation they are allowed.
 */
function bareCodes(file: TextFile): string[] {
  const text = [prose(file).replaceAll(/(?<!\()\bC[01]\b(?!:)/g, ''), ...titles(file)].join('\n');
  return Array.from(text.matchAll(/(?<![\w.#/-])[HCWSL]\d{1,2}\b(?![\w./-])/g), ([code]) => `code ${code}`);
}

/** Issue numbers, and section numbers except those of an RFC. */
const issues = (file: TextFile): string[] =>
  Array.from(
    prose(file).matchAll(/(?<!(?:RFC \d+|OpenID Connect [\w. ]+?),?\s(?:\*\s)?)\b(?:issue|section) \d+\b/gi),
    ([mention]) => `mention of ${mention}`,
  );

/** All citations in a file that do not resolve in a fresh clone. */
export function unresolved(file: TextFile, repository: Repository): string[] {
  const found = [
    ...(isMarkdown(file.path) ? brokenLinks(file, repository) : []),
    ...brokenPages(file, repository),
    ...brokenPaths(file, repository),
    ...bareCodes(file),
    ...issues(file),
  ];
  return [...new Set(found)].map((each) => `${file.path}: ${each}`);
}
