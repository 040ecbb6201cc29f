import { expect, test } from 'vitest';
import { parseOwners } from './owners-read.ts';

/** The example of GitHub's documentation. */
const example = `
# This is a comment.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/*  docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
`;

test.each([
  ['web.yaml', ['@global-owner1', '@global-owner2']],
  ['some/deep/file.yaml', ['@global-owner1', '@global-owner2']],
  ['lib/a.js', ['@js-owner']],
  ['build/logs/one.log', ['@octocat']],
  ['x/build/other/a.txt', ['@octo-org/octocats']],
  ['x/docs/deep/a', ['@global-owner1', '@global-owner2']],
  ['docs/deep/a.yaml', ['@doctocat']],
  ['x/apps/deep/a.yaml', ['@octocat']],
  ['scripts/a', ['@doctocat', '@octocat']],
  ['deep/logs/a', ['@octocat']],
  ['apps/github/a', []],
])('%s belongs to %j', (path, owners) => {
  expect(parseOwners(example)(path)).toEqual(owners);
});

test.each([
  ['docs/* @a', 'docs/x', ['@a']],
  ['docs/* @a', 'docs/x/y', []],
  ['docs @a', 'x/docs/y', ['@a']],
  ['/deploy/**/prod.yaml @a', 'deploy/x/y/prod.yaml', ['@a']],
  ['/deploy/**/prod.yaml @a', 'deploy/prod.yaml', ['@a']],
  ['/deploy/** @a', 'deploy/x/y', ['@a']],
  ['path\\ with\\ spaces/ @a', 'path with spaces/x', ['@a']],
  ['*.yaml @a\r\n*.yml @b\r\n', 'x/a.yml', ['@b']],
  ['a.yaml @a', 'aXyaml', []],
  [
    '* @all\n[Documentation] @docs\n/deploy/\n^[Security][2]\n*.yaml @security @all',
    'deploy/a.yaml',
    ['@all', '@docs', '@security'],
  ],
])('%j: %s belongs to %j', (text, path, owners) => {
  expect(parseOwners(text)(path)).toEqual(owners);
});
