// What is offered while somebody types a grouping or a condition: `|` is the caret.
import { describe, expect, it } from 'vitest';
import { completionsAt, type Language, mistakeAt } from '../../webviews/src/heap/completion';

function at(text: string, language: Language = 'grouping') {
  const { from, to, items } = completionsAt(text.replace('|', ''), text.indexOf('|'), language);
  return { from, to, words: items.map(({ word }) => word), inserts: items.map(({ insert }) => insert) };
}

describe('completion', () => {
  it('offers the properties that groupings may have', () => {
    const { words } = at('|');
    expect(words).toContain('containing-structures');
    expect(words).not.toContain('born-after');
    expect(at('type, si|').words).toEqual(['site']);
    expect(at('type, leaves[ty|')).toMatchObject({ words: ['type'], from: 13, to: 15 });
  });
  it('offers the options of the property before the parenthesis', () => {
    expect(at('leaves(|').words).toEqual(['own', 'deep']);
    expect(at('leaves(d|)')).toMatchObject({ words: ['deep'], from: 7, to: 8 });
    expect(at('rooted(hide, |').words).toEqual(['variables', 'stacks', 'hide']);
    expect(at('type(|').words).toEqual([]);
    // The parenthesis is closed.
    expect(at('leaves(deep)[si|').words).toEqual(['site']);
  });
  it('offers what conditions may have, as it is compared', () => {
    expect(at('born|', 'condition').inserts).toEqual(['born-after=']);
    expect(at('by|', 'condition').inserts).toEqual(['bytes>=']);
    expect(at('not top|', 'condition').inserts).toEqual(['top-level']);
    expect(at('leav|', 'condition').words).toEqual([]);
  });
  it('offers words where there are few, and nothing for numbers and patterns', () => {
    expect(at('space=|', 'condition').words).toEqual(['eden', 'survivor', 'old']);
    expect(at('space!=s|', 'condition').words).toEqual(['survivor']);
    expect(at('type=|', 'condition').words).toEqual([]);
    expect(at('bytes>=|', 'condition').words).toEqual([]);
  });
  it('offers nothing for a word that is there in full', () => {
    expect(at('site|').words).toEqual([]);
    expect(at('type|, loader').words).toEqual([]);
  });
  it('knows the place of a mistake', () => {
    expect(mistakeAt('in the grouping, expected own or deep at position 8, found "all"')).toBe(7);
    expect(mistakeAt('the trace does not tell where objects were allocated')).toBeUndefined();
  });
});
