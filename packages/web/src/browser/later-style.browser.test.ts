import { afterEach, expect, it } from 'vitest';
import { styled } from './later-style.ts';

afterEach(() => document.querySelector('link[data-later]')?.remove());

function leaveOut(css: string) {
  const href =
    css === '' ? 'http://127.0.0.1:1/no-such-style.css' : URL.createObjectURL(new Blob([css], { type: 'text/css' }));
  const link = Object.assign(document.createElement('link'), { rel: 'alternate', href });
  link.dataset.later = '';
  document.head.append(link);
}

const shown = () => getComputedStyle(document.body).getPropertyValue('--later-style');

it('gives a module when its styles have been loaded, also to several at once', async () => {
  leaveOut('body { --later-style: here; }');
  expect(shown()).toBe('');
  expect(await Promise.all([styled(Promise.resolve(1)), styled(Promise.resolve(2))])).toEqual([1, 2]);
  expect(shown()).toBe('here');
  expect(await styled(Promise.resolve(3))).toBe(3);
});

it('gives a module at once if no styles were left out', async () => {
  expect(await styled(Promise.resolve(1))).toBe(1);
});

it('rejects if the styles cannot be loaded, each time', async () => {
  leaveOut('');
  await expect(styled(Promise.resolve(1))).rejects.toThrow('no-such-style.css');
  await expect(styled(Promise.resolve(1))).rejects.toThrow('no-such-style.css');
});
