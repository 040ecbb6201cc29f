import { expect, test } from 'vitest';
import { serveCart } from '../../testing/cart.ts';
import { trimtab } from '../../testing/trimtab.ts';

const sentence = 'What to do is unknown, because the suggestions could not be loaded';

test.each(['target', 'explain'])('%s: if the suggestion cannot be read, the verdict says so', async (command) => {
  await using api = await serveCart(['/v1/ast/shop/cart/suggestions']);
  const piped = await trimtab(`${command} shop/cart`, { api: api.url });
  expect(piped.code).toBe(5);
  expect(piped.stdout).toContain(`Verdict\t${sentence}\n`);
  expect(piped.stderr).toContain('The suggestion could not be read: The API answered 502');
  const { stdout } = await trimtab(`${command} shop/cart -o json`, { api: api.url });
  expect(JSON.parse(stdout)).toMatchObject({ verdict: sentence });
  const terminal = await trimtab(`${command} shop/cart`, { api: api.url, columns: 80 });
  expect(terminal.stdout.replaceAll(/\s+/g, ' ')).toContain(sentence);
});

test('the last forecast is unknown too', async () => {
  await using api = await serveCart(['/v1/ast/shop/cart/suggestions']);
  const { stdout } = await trimtab('target shop/cart', { api: api.url });
  expect(stdout).toContain('Last forecast\t—');
});
