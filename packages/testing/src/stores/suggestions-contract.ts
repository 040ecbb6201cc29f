import type { Store, StoredSuggestion } from '@trimtab/server';
import { describe, expect, it } from 'vitest';

const suggestionOf = (at: number, body: string) => ({
  namespace: 'shop',
  name: 'cart',
  createdAt: at,
  id: `id of ${body}`,
  version: 1,
  body,
});

/** The tests of published suggestions that every store must pass. `empty` opens a store without content. */
export function suggestionsContract(empty: () => Promise<Store>): void {
  describe('suggestions', () => {
    const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

    it('lists the suggestions of a target that were created in a window, newest first', async () => {
      const { suggestions } = await empty();
      await suggestions.add([suggestionOf(1, 'one'), suggestionOf(3, 'three')]);
      await suggestions.add([suggestionOf(2, 'two'), suggestionOf(3, 'three again')]);
      await suggestions.add([]);
      const bodies = async (window = all) => (await suggestions.list('shop', 'cart', window)).map(({ body }) => body);
      expect(await bodies()).toEqual(['three', 'two', 'one']);
      expect(await bodies({ start: 1, end: 3 })).toEqual(['two', 'one']);
      expect(await suggestions.list('shop', 'other', all)).toEqual([]);
      expect(await suggestions.list('shop', 'cart', all)).toContainEqual(suggestionOf(2, 'two'));
      await suggestions.prune(2);
      expect(await bodies()).toEqual(['three', 'two']);
    });

    it('leaves out a suggestion if another replica has replaced the one that it follows', async () => {
      const { suggestions } = await empty();
      expect(await suggestions.add([{ ...suggestionOf(1, 'one'), follows: null }])).toEqual([suggestionOf(1, 'one')]);
      const other = { ...suggestionOf(3, 'other'), namespace: 'other', follows: null };
      const both = [{ ...suggestionOf(2, 'lost'), follows: null }, other];
      expect((await suggestions.add(both)).map(({ body }) => body)).toEqual(['other']);
      expect(await suggestions.add([{ ...suggestionOf(2, 'two'), follows: 1 }])).toHaveLength(1);
      expect((await suggestions.list('shop', 'cart', all)).map(({ body }) => body)).toEqual(['two', 'one']);
    });

    it('adds a suggestion again whose result was lost, and those that follow it', async () => {
      const { suggestions, changes } = await empty();
      const aChange = { namespace: 'shop', name: 'cart', event: 'suggestion', dueAt: null, body: '{}' } as const;
      const changesOf = (added: readonly StoredSuggestion[]) =>
        added.map(({ id, createdAt }) => ({ ...aChange, id: `change of ${id}`, at: createdAt }));
      const [one, two] = [
        { ...suggestionOf(1, 'one'), follows: null },
        { ...suggestionOf(2, 'two'), follows: 1 },
      ];
      await suggestions.add([one], changesOf);
      expect(await suggestions.add([one, two], changesOf)).toEqual([suggestionOf(1, 'one'), suggestionOf(2, 'two')]);
      expect((await suggestions.list('shop', 'cart', all)).map(({ body }) => body)).toEqual(['two', 'one']);
      expect(await changes.list({ window: { start: 0, end: 9 } }, 9)).toHaveLength(2);
      // Another replica has replaced them since.
      await suggestions.add([{ ...suggestionOf(4, 'four'), follows: 2 }]);
      expect(await suggestions.add([two, { ...suggestionOf(3, 'three'), follows: 2 }])).toEqual([]);
    });

    it('stores changes together with the suggestions that were added', async () => {
      const { suggestions, changes } = await empty();
      const aChange = { namespace: 'shop', name: 'cart', event: 'suggestion', dueAt: null, body: '{}' } as const;
      const changesOf = (added: readonly StoredSuggestion[]) =>
        added.map(({ id, createdAt }) => ({ ...aChange, id: `change of ${id}`, at: createdAt }));
      await suggestions.add([suggestionOf(1, 'one')], changesOf);
      await suggestions.add([suggestionOf(1, 'one again'), suggestionOf(2, 'two')], changesOf);
      await suggestions.add([{ ...suggestionOf(3, 'overtaken'), follows: 1 }], changesOf);
      const stored = await changes.list({ window: { start: 0, end: 9 } }, 9);
      expect(stored.map(({ id }) => id)).toEqual(['change of id of two', 'change of id of one']);
    });

    it('finds the newest suggestion of every target of a namespace, and the newest before a time', async () => {
      // The targets themselves may be in another store, as resources of the cluster.
      const { suggestions } = await empty();
      await suggestions.add([suggestionOf(1, 'one'), suggestionOf(2, 'two')]);
      await suggestions.add([{ ...suggestionOf(5, 'elsewhere'), namespace: 'other' }]);
      expect(await suggestions.newest('shop')).toEqual([suggestionOf(2, 'two')]);
      const mail = { ...suggestionOf(4, 'mail'), name: 'mail' };
      await suggestions.add([{ ...mail, createdAt: 3 }, mail, { ...mail, name: 'a' }]);
      const newest = (await suggestions.newest('shop')).map(({ name, createdAt }) => `${name} ${createdAt}`);
      expect(new Set(newest)).toEqual(new Set(['a 4', 'cart 2', 'mail 4']));
      expect(newest).toHaveLength(3);
      expect(await suggestions.newest('empty')).toEqual([]);
      expect((await suggestions.newestBefore('shop', 'cart', 2))?.body).toBe('one');
      expect((await suggestions.newestBefore('shop', 'cart', 9))?.body).toBe('two');
      expect(await suggestions.newestBefore('shop', 'cart', 1)).toBeNull();
    });
  });
}
