import type { HealthRisk, ResourceAdvice } from '@trimtab/core';
import { expect, it } from 'vitest';
import { riskNote } from './risk-note.ts';

const risk = (type: HealthRisk['type']): HealthRisk => ({
  type,
  weight: 'low',
  message: '',
  resource: 'cpu',
  container: null,
});
const advice = (suggested: number, container = 'app'): ResourceAdvice => ({
  container,
  resource: 'cpu',
  current: 1,
  suggested,
  change: suggested - 1,
});
const kept = () => 'kept because the HPA follows it';
const unknown = () => null;
const keptOfApp = ({ container }: ResourceAdvice) => (container === 'app' ? kept() : null);

it('has no note if the suggestion follows the risk, or if nothing is suggested', () => {
  expect(riskNote(risk('overProvisioned'), [advice(0.4)], unknown)).toBeNull();
  expect(riskNote(risk('underProvisioned'), [advice(1.4)], unknown)).toBeNull();
  expect(riskNote(risk('overProvisioned'), [{ ...advice(2), resource: 'memory' }], unknown)).toBeNull();
  expect(riskNote(risk('noRequest'), [advice(1)], kept)).toBeNull();
});

it('says why the suggestion does not follow the risk', () => {
  const text = 'The suggested request is kept because the HPA follows it.';
  expect(riskNote(risk('overProvisioned'), [advice(1)], kept)).toBe(text);
  expect(riskNote(risk('underProvisioned'), [advice(1), advice(1, 'proxy')], kept)).toBe(text);
});

it('points to Why without one reason for all containers', () => {
  expect(riskNote(risk('overProvisioned'), [advice(1.2)], unknown)).toBe('The suggestion does not lower it: see Why.');
  const mixed = [advice(1), advice(0.9, 'proxy')];
  expect(riskNote(risk('underProvisioned'), mixed, keptOfApp)).toBe('The suggestion does not raise it: see Why.');
});
