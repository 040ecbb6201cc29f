import { runJourney } from './support/journey.ts';
import { close, open, watch } from './support/signed-in.ts';
import { expect, test } from './support/test.ts';

// The journey is also tested with animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('from the first visit to signing out', async ({ page }) => {
  const flags = ['cost_analysis', 'cost_simulator', 'event_simulator'].flatMap((flag) => ['--extra', `${flag}=true`]);
  const place = await open(3_600, '--data-set', 'empty', ...flags);
  const problems = watch(page, place);

  const { url } = place.server;
  await runJourney({ page, url, namespace: 'checkout', target: 'checkout-api' });
  expect(problems).toEqual([]);
  await close(place);
});
