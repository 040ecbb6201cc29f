import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The owners of a path; empty without any. */
export type OwnersOf = (path: string) => readonly string[];

/** The paths at which GitHub and GitLab search, in this order. */
const places = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** The owners according to the CODEOWNERS file of a checkout. */
export async function readOwners(root: string): Promise<OwnersOf> {
  for (const place of places) {
    const path = join(root, place);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() === true) return parseOwners(await readFile(path, 'utf8'));
  }
  return () => [];
}

type Rule = { readonly pattern: RegExp; readonly owners: readonly string[] };

/** Parses a CODEOWNERS file. The last matching rule of each section applies; GitHub's files have one section. */
export function parseOwners(text: string): OwnersOf {
  const sections: Rule[][] = [[]];
  let fallback: readonly string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const words = (/^\s*#/.test(line) ? '' : line.replace(/\s#.*$/, '')).match(/(?:\\.|[^\s\\])+/g) ?? [];
    const header = /^\^?\[[^\]]+\](?:\[\d+\])?/.exec(line.trim());
    if (header !== null) {
      sections.push([]);
      fallback = line.trim().slice(header[0].length).match(/\S+/g) ?? [];
    } else if (words[0] !== undefined) {
      const owners = words.slice(1);
      sections.at(-1)?.push({ pattern: patternOf(words[0]), owners: owners.length === 0 ? fallback : owners });
    }
  }
  return (path) => [
    ...new Set(sections.flatMap((rules) => rules.findLast(({ pattern }) => pattern.test(path))?.owners ?? [])),
  ];
}

/**
 * Translates a pattern to a regular expression. The syntax is that of .gitignore without negation and ranges, except
 * that `docs/*` does not match files in subfolders of docs.
 */
function patternOf(text: string): RegExp {
  const plain = text.replaceAll(/\\(.)/g, '$1');
  const isAnchored = plain.replace(/\/$/, '').includes('/');
  const path = plain.replace(/^\//, '').replace(/\/$/, '/**');
  const body = path
    .split(/(\*\*\/|\/\*\*$|\*\*|\*|\?)/)
    .map((part) => wildcards.get(part) ?? part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`))
    .join('');
  const isWithin = !/(^|\/)\*$/.test(path) || path === '*';
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}${isWithin ? '(?:/.*)?' : ''}$`);
}

const wildcards = new Map([
  ['**/', '(?:.*/)?'],
  ['/**', '/.*'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);
