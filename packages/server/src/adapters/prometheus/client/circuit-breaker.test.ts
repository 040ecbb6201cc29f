import { expect, test } from 'vitest';
import { createCircuit } from './circuit-breaker.ts';

function aCircuit() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const circuit = createCircuit({ clock, random: () => 1 });
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) {
      circuit.failed(clock.time);
      clock.time += 1;
    }
  };
  return { clock, circuit, fail };
}

test('four failures are no reason to wait, the fifth is', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(4);
  expect(circuit.enter()).toBeNull();
  fail(1);
  expect(circuit.enter()).toEqual({ failures: 5, until: clock.time - 1 + 1_000 + 1 });
});

test('questions that fail side by side count once', () => {
  const { circuit, clock } = aCircuit();
  const askedAt = clock.time;
  clock.time += 10;
  for (let count = 0; count < 20; count += 1) circuit.failed(askedAt);
  expect(circuit.enter()).toBeNull();
});

test('after the wait one question is let through; its failure doubles the wait, its success ends it', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(5);
  clock.time += 1_000;
  expect(circuit.enter()).toBeNull();
  expect(circuit.enter()).not.toBeNull();
  fail(1);
  clock.time += 1_500;
  expect(circuit.enter()).not.toBeNull();
  clock.time += 500;
  expect(circuit.enter()).toBeNull();
  circuit.succeeded();
  expect(circuit.enter()).toBeNull();
  expect(circuit.enter()).toBeNull();
});

test('it never waits longer than half a minute, and an asker who leaves does not keep others out', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(40);
  clock.time += 30_000;
  expect(circuit.enter()).toBeNull();
  circuit.abandoned();
  expect(circuit.enter()).toBeNull();
});
