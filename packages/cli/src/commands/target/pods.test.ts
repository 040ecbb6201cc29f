import type { Pod } from '@trimtab/core';
import { expect, test } from 'vitest';
import { table } from '../../output/table.ts';
import { draw } from '../../ui/screen.ts';
import { podColumns } from './pods.ts';

const now = Date.UTC(2026, 10, 18, 9, 30);
const pod = (name: string): Pod => ({
  name,
  created: '2026-11-18T08:30:00Z',
  status: 'Running',
  restarts: 0,
  labels: [],
  containers: [{ name: 'app', image: 'registry.shop.example/promotions:1.2.3' }],
});
const pods = ['x2k4p', 'q8z7m'].map((end) => pod(`promotions-preview-pzp5p4t9j-${end}`));
function lines(columns: number) {
  const { parts, leftOut } = draw([table(pods, podColumns(now, pods))], { columns, color: false });
  const text = [...parts].join('');
  return { lines: text.trimEnd().split('\n'), leftOut };
}

test('the image is cut before the name of a pod', () => {
  expect(lines(80)).toEqual({
    lines: [
      'POD                                 STATUS   RESTARTS  CREATED  IMAGE',
      'promotions-preview-pzp5p4t9j-x2k4p  Running  0         1 h ago  registry.shop.e…',
      'promotions-preview-pzp5p4t9j-q8z7m  Running  0         1 h ago  registry.shop.e…',
    ],
    leftOut: [],
  });
  expect(lines(70).leftOut).toEqual(['IMAGE']);
  expect(lines(70).lines[1]).toContain('promotions-preview-pzp5p4t9j-x2k4p');
});

test('a name that is too long for the terminal keeps its end', () => {
  expect(lines(40)).toEqual({
    lines: [
      'POD                    STATUS   RESTARTS',
      'promotions…4t9j-x2k4p  Running  0',
      'promotions…4t9j-q8z7m  Running  0',
    ],
    leftOut: ['CREATED', 'IMAGE'],
  });
});
