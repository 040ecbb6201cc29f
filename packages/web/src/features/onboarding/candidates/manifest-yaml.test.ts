import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifestYaml } from './manifest-yaml.ts';

const ofJson = (text: string): Record<string, unknown> => JSON.parse(text);

describe('manifestYaml', () => {
  it.each([
    { flag: 'on', off: 'no', number: '1e3', nothing: '~', empty: '', time: '12:30:45', octal: '0777' },
    { text: 'line one\r\nline two\n', control: '\u001b[31mred', trailing: 'space ' },
    { list: [1, -0.5, true, null, { deep: ['- dash', '# hash', 'a: b'] }] },
    ofJson('{"__proto__": {"polluted": true}, "constructor": "a"}'),
    { long: 'x'.repeat(100_000) },
  ])('reads back as the same JSON (%#)', (manifest) => {
    const yaml = manifestYaml(manifest);
    expect(JSON.stringify(parse(yaml, { version: '1.1' }))).toBe(JSON.stringify(manifest));
    expect(JSON.stringify(parse(yaml, { version: '1.2' }))).toBe(JSON.stringify(manifest));
    expect({}).not.toHaveProperty('polluted');
  });
});
