import { expect, test } from 'vitest';
import { browserCommand, mayOpen } from './browser.ts';

const issuer = 'https://tenant.example.com/';

test.each(['https://tenant.example.com/activate', 'https://tenant.example.com/activate?user_code=ABCD-EFGH'])(
  '%s may be opened',
  (page) => {
    expect(mayOpen(page, issuer)).toBe(true);
  },
);

test('http pages are opened only on this machine', () => {
  expect(mayOpen('http://127.0.0.1:4000/activate', 'http://127.0.0.1:4000/')).toBe(true);
  expect(mayOpen('http://tenant.example.com/activate', 'http://tenant.example.com/')).toBe(false);
});

test.each([
  'http://tenant.example.com/activate',
  'https://tenant.example.com.evil.test/activate',
  'https://tenant.example.com:8443/activate',
  'https://evil.test/activate',
  'https://me@tenant.example.com/activate',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '-flag',
  'x; rm -rf ~',
  'https://tenant.example.com/a\u001b]52;c;x\u0007',
  ' https://tenant.example.com/',
  'https://tenant.example.com/\u202eevitca',
])('the page %j is not opened', (page) => {
  expect(mayOpen(page, issuer)).toBe(false);
});

test('on Linux there is no browser without a display', () => {
  expect(browserCommand('https://a.test/', 'linux', { DISPLAY: '' })).toBeNull();
});

test.each([
  ['linux', { DISPLAY: ':0' }, ['xdg-open', 'https://a.test/x?y=1&z=$(id)']],
  ['darwin', {}, ['open', 'https://a.test/x?y=1&z=$(id)']],
  ['win32', {}, ['rundll32', 'url.dll,FileProtocolHandler', 'https://a.test/x?y=1&z=$(id)']],
  ['linux', { BROWSER: '/usr/bin/my browser' }, ['/usr/bin/my browser', 'https://a.test/x?y=1&z=$(id)']],
])('on %s the address is a single argument', (platform, environment, command) => {
  expect(browserCommand('https://a.test/x?y=1&z=$(id)', platform, environment)).toEqual(command);
});
