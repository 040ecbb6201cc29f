import { describe, expect, test } from 'vitest';
import {
  AddressError,
  ApiError,
  CanceledError,
  InvalidResponseError,
  isWorkloadMissing,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
  TrimtabError,
  toastText,
  workloadMissingText,
} from './errors.ts';
import { hostileTexts } from './testing/hostile-corpus.ts';

const gone = 'failed to get target scale: deployments.apps "web" not found';

describe('toastText', () => {
  test('contains status and first message of an error response', () => {
    expect(toastText(new ApiError(404, ['no such target', 'second']))).toBe('API Error: 404 - no such target');
  });

  test('is Unknown error if the body has no message', () => {
    expect(toastText(new ApiError(502))).toBe('API Error: 502 - Unknown error');
    expect(toastText(new ApiError(400, ['']))).toBe('API Error: 400 - Unknown error');
    expect(toastText(new ApiError(400, [' \n\u0007']))).toBe('API Error: 400 - Unknown error');
  });

  test('is the same for all kinds of missing responses', () => {
    for (const error of [new NetworkError('h:1', 'ECONNREFUSED'), new TimeoutError('h:1', 30_000)])
      expect(toastText(error)).toBe('API Error: No response from server.');
  });

  test('contains the message of any other error', () => {
    expect(toastText(new InvalidResponseError('items is missing'))).toBe('API Error: Invalid response from server');
    expect(toastText(new RequiredParameterError('targets.get', 'name'))).toBe(
      'API Error: name is required (targets.get)',
    );
    expect(toastText(new Error('odd'))).toBe('API Error: odd');
    expect(toastText('odd')).toBe('API Error: Unknown error');
    expect(toastText(undefined)).toBe('API Error: Unknown error');
  });

  test('a missing workload shows no toast, but only for a 500 with both fragments', () => {
    expect(toastText(new ApiError(500, [gone]))).toBeNull();
    expect(toastText(new ApiError(500, ['failed to get target scale: timed out']))).toBe(
      'API Error: 500 - failed to get target scale: timed out',
    );
    expect(toastText(new ApiError(500, ['deployments.apps "web" not found']))).not.toBeNull();
    expect(toastText(new ApiError(502, [gone]))).not.toBeNull();
    expect(toastText(new ApiError(500, ['other', gone]))).not.toBeNull();
  });

  test('cancellation shows no toast', () => {
    expect(toastText(new CanceledError())).toBeNull();
    expect(toastText(new DOMException('The operation was aborted', 'AbortError'))).toBeNull();
  });

  test('a message of a megabyte is one clean line of at most 300 characters', () => {
    const toast = toastText(new ApiError(500, [`a\n\u001b[31mb\u202e ${'👩 '.repeat(500_000)}`])) ?? '';
    expect(toast).toMatch(/^API Error: 500 - a b 👩 👩/u);
    expect(Array.from(toast).length).toBeLessThanOrEqual('API Error: 500 - '.length + 300);
    expect(Array.from(toast).length).toBeGreaterThan(300);
  });

  test.each(hostileTexts)('%j leaves no control, escape or direction mark', (text) => {
    // oxlint-disable-next-line no-control-regex -- the characters that must be removed
    expect(toastText(new ApiError(500, [text]))).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  test('an escape sequence is removed completely', () => {
    expect(
      toastText(new ApiError(500, ['\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\ \u009b31mred'])),
    ).toBe('API Error: 500 - link red');
  });
});

describe('a missing workload', () => {
  test('has the name that the server quoted', () => {
    const error = new ApiError(500, [gone]);
    expect(isWorkloadMissing(error)).toBe(true);
    expect(workloadMissingText(error)).toBe('"web" not found. Has it been renamed or deleted?');
  });

  test('has no name if the server quoted none', () => {
    const error = new ApiError(500, ['failed to get target scale: not found']);
    expect(workloadMissingText(error)).toBe('Workload not found. Has it been renamed or deleted?');
  });
});

test('every error is a TrimtabError and has its class name', () => {
  const errors = [
    new ApiError(500),
    new NetworkError('h'),
    new TimeoutError('h', 1),
    new InvalidResponseError('x'),
    new RequiredParameterError('a.b', 'c'),
    new AddressError('x'),
    new CanceledError(),
  ];
  for (const error of errors) {
    expect(error).toBeInstanceOf(TrimtabError);
    expect(error.name).toBe(error.constructor.name);
  }
  expect(new TimeoutError('h', 30_000)).toBeInstanceOf(NetworkError);
});
