import { describe, expect, it } from 'vitest';
import { defaultView, readSectionView, viewKey, writeSectionView } from './section-view.ts';

describe('section view in the URL', () => {
  it.each([
    [{ tab: 'recommendation', sort: { field: 'cost', direction: 'descending' } }, 'rec.-cost'],
    [{ tab: 'autonomous', sort: { field: 'mode', direction: 'ascending' } }, 'auto.mode'],
    [{ tab: 'recommendation', sort: { field: 'name', direction: 'ascending' } }, 'rec'],
    [{ tab: null, sort: { field: 'name', direction: 'descending' } }, '-name'],
  ] as const)('writes %o as %s and reads it back', (view, text) => {
    expect(writeSectionView(view)).toBe(text);
    expect(readSectionView(text)).toEqual(view);
  });

  it('writes nothing to the URL for the default', () => {
    expect(writeSectionView(defaultView)).toBeNull();
    expect(readSectionView(null)).toEqual(defaultView);
  });

  it.each(['', '.', 'rec.rec', '-price', 'constructor', 'auto.--cost', '<script>'])(
    'reads %j without failing',
    (text) => {
      const { sort } = readSectionView(text);
      expect(sort).toEqual(defaultView.sort);
    },
  );

  it("does not conflict with other parameters, whatever the namespace's name", () => {
    const search = new URLSearchParams([[viewKey('pod'), 'rec']]);
    expect(search.get('pod')).toBeNull();
    expect(search.toString()).toBe('ns.pod=rec');
  });
});
