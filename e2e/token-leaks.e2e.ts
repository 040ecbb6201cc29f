import { readFileSync } from 'node:fs';
import { exportDiagnostics } from './support/diagnostics.ts';
import { signInAs, user } from './support/signed-in.ts';
import { expect, type Page, test } from './support/test.ts';

/** The part of a HAR file that the test reads. */
type Recorded = {
  request: { url: string; headers: { name: string; value: string }[]; postData?: { text?: string } };
  response: { headers: { name: string; value: string }[]; content: { text?: string } };
};

/** Every token that a page receives. */
function tokensOf(page: Page): Set<string> {
  const tokens = new Set<string>();
  page.on('response', async (response) => {
    if (!response.url().endsWith('/oauth/token')) return;
    const answer: unknown = await response.json().catch(() => null);
    for (const [name, value] of Object.entries(answer ?? {})) if (name.endsWith('_token')) tokens.add(String(value));
  });
  return tokens;
}

const isSent = ({ name, value }: Recorded['request']['headers'][number]): boolean =>
  name.toLowerCase() === 'authorization' && value.startsWith('Bearer ');

test('tokens are in no address and no console message, and in a recording only where they are sent', async ({
  browser,
  place,
}, testInfo) => {
  const path = testInfo.outputPath('session.har');
  const context = await browser.newContext({ recordHar: { path, content: 'embed' } });
  const page = await context.newPage();
  const tokens = tokensOf(page);
  const seen: string[] = [];
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(String(error.stack)));
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  try {
    await page.goto(`${place.server.url}/ast/checkout/checkout-api`);
    await signInAs(page, 'operator');
    await expect(page.getByRole('heading', { name: 'checkout-api' })).toBeVisible();
    await page.goto(place.server.url);
    await expect(user(page)).toBeVisible();
    seen.push((await exportDiagnostics(page)).url());
    await expect.poll(() => tokens.size).toBeGreaterThan(2);
  } finally {
    await context.close();
  }
  const { log }: { log: { entries: Recorded[] } } = JSON.parse(readFileSync(path, 'utf8'));
  let sent = 0;
  for (const { request, response } of log.entries) {
    sent += request.headers.filter(isSent).length;
    const headers = [...request.headers.filter((header) => !isSent(header)), ...response.headers];
    seen.push(request.url, ...headers.map(({ value }) => value));
    if (!request.url.startsWith(place.provider.domain))
      seen.push(request.postData?.text ?? '', response.content.text ?? '');
  }
  expect(sent).toBeGreaterThan(0);
  expect([...tokens].filter((token) => seen.some((text) => text.includes(token)))).toEqual([]);
});
