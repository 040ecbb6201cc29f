import { expect, test } from 'vitest';
import { createWriter } from './writer.ts';

/** A terminal of 40 columns that records what is written to it. */
function terminal() {
  const written: string[] = [];
  const write = (text: string | Uint8Array, done: () => void) => {
    written.push(String(text).replaceAll('\r\u001b[2K', '<'));
    done();
    return true;
  };
  return { written, writer: createWriter({ isTTY: true, columns: 40, write }) };
}

test('a wait is shown after the progress, and alone if both do not fit', async () => {
  const { written, writer } = terminal();
  await writer.progress('Set 3 of 12 …');
  await writer.waiting('Waiting 3 s');
  await writer.waiting('Waiting for a host with a long name');
  await writer.waiting(null);
  await writer.progress(null);
  expect(written).toEqual([
    '<Set 3 of 12 …',
    '<Set 3 of 12 … Waiting 3 s',
    '<Waiting for a host with a long name',
    '<Set 3 of 12 …',
    '<',
  ]);
});

test('text is printed above a line that is shown', async () => {
  const { written, writer } = terminal();
  await writer.waiting('Waiting 3 s');
  await writer.text('shop/cart is un-enrolled.\n');
  await writer.waiting(null);
  await writer.text('Done.\n');
  expect(written).toEqual(['<Waiting 3 s', '<shop/cart is un-enrolled.\nWaiting 3 s', '<', 'Done.\n']);
});
