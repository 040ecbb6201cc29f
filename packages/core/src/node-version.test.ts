import { expect, it } from 'vitest';
import { problemOfNode } from './node-version.ts';

it.each([
  ['24.11.0', null],
  ['24.21.3', null],
  ['26.0.0', null],
  ['24.10.9', 'trimtab-server: needs Node 24.11 or later, but this is 24.10.9 (/usr/bin/node).\n'],
  ['8.17.0', 'trimtab-server: needs Node 24.11 or later, but this is 8.17.0 (/usr/bin/node).\n'],
])('Node %s has the problem %j if 24.11 is needed', (node, problem) => {
  expect(problemOfNode('trimtab-server', '>=24.11', { versions: { node }, execPath: '/usr/bin/node' })).toBe(problem);
});
