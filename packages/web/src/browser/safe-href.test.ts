import { expect, it } from 'vitest';
import { safeHref } from './safe-href.ts';

it.each(['/quickstart.html', '#content', 'https://api.example/v1/export?ticket=1', 'http://127.0.0.1:4400/', '?a=1'])(
  'a link may lead to %s',
  (address) => expect(safeHref(address)).toBe(address),
);

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  'vbscript:x',
  'file:///etc/passwd',
  'http://[',
])('a link must not lead to %j', (address) => expect(safeHref(address)).toBeUndefined());
