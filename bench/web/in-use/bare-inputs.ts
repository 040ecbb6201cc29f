import { frameTimes, inputTimes } from '../latency.ts';
import { visiting } from './visit.ts';

/** Milliseconds from a key press to the painted letter in the bare page, which is the lower bound for any result. */
export const bareKeys = (url: string): Promise<number[]> =>
  visiting(url, async ({ page }) => {
    await page.evaluate(() => {
      const [field, text] = [document.createElement('input'), document.createElement('p')];
      text.className = 'typed';
      field.addEventListener('input', () => {
        text.textContent = field.value;
      });
      document.body.append(field, text);
      field.focus();
    });
    return await inputTimes(page, { input: 'input', selector: '.typed', attribute: 'class' }, 20, () =>
      page.keyboard.press('o'),
    );
  });

/** The same for a moved pointer. */
export const barePointer = (url: string): Promise<number[]> =>
  visiting(url, async ({ page }) => {
    await page.evaluate(() => {
      document.addEventListener('pointermove', ({ clientX }) => {
        document.body.dataset['at'] = String(clientX);
      });
    });
    return await inputTimes(page, { input: 'pointermove', selector: 'body', attribute: 'data-at' }, 30, (index) =>
      page.mouse.move(100 + 5 * index, 100),
    );
  });

/** Milliseconds between the frames of the bare page while it is scrolled. */
export const bareFrames = (url: string): Promise<number[]> =>
  visiting(url, async ({ page }) => {
    await page.evaluate(() => {
      document.body.style.height = '400000px';
    });
    return await frameTimes(page, async () => {
      for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 600);
    });
  });

/** The same for a click. */
export const bareClicks = (url: string): Promise<number[]> =>
  visiting(url, async ({ page }) => {
    await page.evaluate(() => {
      const text = document.createElement('p');
      text.className = 'clicked';
      document.addEventListener('click', () => {
        text.textContent += 'o';
      });
      document.body.append(text);
    });
    return await inputTimes(page, { input: 'click', selector: '.clicked', attribute: 'class' }, 20, () =>
      page.mouse.click(300, 300),
    );
  });
