import { expect, it } from 'vitest';
import { StoreUnreachableError } from '../../../ports/index.ts';
import { asStoreError } from './postgres-errors.ts';

it.each([
  ['40001', 'Too many changes were made at the same time. Try again.'],
  ['40P01', 'Too many changes were made at the same time. Try again.'],
  ['57014', 'The database did not answer in time. Try again, or raise --database-timeout.'],
  ['57P01', 'PostgreSQL cannot be reached (reason). Check that it runs.'],
  ['ENOTFOUND', 'PostgreSQL cannot be reached (its host name is unknown). Check the host in --database.'],
  ['EAI_AGAIN', 'PostgreSQL cannot be reached (its host name could not be looked up). Check the host in --database.'],
])('an error with code %s can be over soon', (code, message) => {
  const cause = Object.assign(new Error('reason'), { code });
  const error = asStoreError(cause);
  expect(error).toBeInstanceOf(StoreUnreachableError);
  expect(error).toMatchObject({ message, cause });
});

it('an error of the server itself stays as it is', () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' });
  expect(asStoreError(error)).toBe(error);
});
