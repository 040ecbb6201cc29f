import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';

/** Runs in the page. */
function writeHtml(): void {
  try {
    document.body.innerHTML = '<b>written</b>';
  } catch {
    // The browser also throws an error for a blocked write.
  }
}

test('the suite notices a violation of the Content-Security-Policy in any context', async ({
  page,
  warmPage,
  browser,
  violations,
  simulated,
}) => {
  const own = await browser.newPage();
  for (const one of [page, warmPage, own]) {
    await one.goto(simulated.url);
    await one.evaluate(writeHtml);
  }
  await expect
    .poll(() => violations.map(({ directive }) => directive))
    .toEqual(Array(3).fill('require-trusted-types-for'));
  await own.evaluate(() => {
    const script = document.createElement('img');
    script.src = 'https://elsewhere.example.test/pixel.png';
    document.body.append(script);
  });
  await expect.poll(() => violations.at(-1)?.blocked).toContain('elsewhere.example.test');
  violations.length = 0;
  await own.context().close();
});

test('every test uses the fixture that watches for violations', () => {
  const files = globSync('*.e2e.ts', { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(10);
  const plain = /from 'playwright\/test'/;
  expect(files.filter((file) => plain.test(readFileSync(join(import.meta.dirname, file), 'utf8')))).toEqual([]);
});
