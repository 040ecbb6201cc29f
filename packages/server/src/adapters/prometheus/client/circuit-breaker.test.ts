import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function aCircuit() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const circuit = createCircuitBreaker({ clock, random: () => 1 });
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) {
      circuit.failed(clock.time);
      clock.time += 1;
    }
  };
  return { clock, circuit, fail };
}

test('the circuit opens after five failures', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(4);
  expect(circuit.enter()).toBeNull();
  fail(1);
  expect(circuit.enter()).toEqual({ failures: 5, until: clock.time - 1 + 1_000 + 1 });
});

test('queries that were in flight together count as one failure', () => {
  const { circuit, clock } = aCircuit();
  const startedAt = clock.time;
  clock.time += 10;
  for (let count = 0; count < 20; count += 1) circuit.failed(startedAt);
  expect(circuit.enter()).toBeNull();
});

test('after the wait one probe is sent; its failure doubles the wait, its success closes the circuit', () => {
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

test('the wait is at most 30 seconds, and a canceled probe lets the next query through', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(40);
  clock.time += 30_000;
  expect(circuit.enter()).toBeNull();
  circuit.abandoned();
  expect(circuit.enter()).toBeNull();
});

test('a clock that is set back ends the wait, and failures after it count', () => {
  const { clock, circuit, fail } = aCircuit();
  fail(5);
  clock.time -= 3_600_000;
  expect(circuit.enter()).toBeNull();
  expect(circuit.enter()).toEqual({ failures: 5, until: clock.time + 1_000 });
  circuit.succeeded();
  fail(4);
  expect(circuit.enter()).toBeNull();
  fail(1);
  expect(circuit.enter()).toEqual({ failures: 5, until: clock.time - 1 + 1_000 + 1 });
});
