import { describe, expect, it } from 'vitest';
import { columnOfSource } from '../../extension/src/client/sources/source_column';

describe('The group in which a source opens', () => {
  it.each([
    { what: 'of an editor, beside it', isPanel: false, column: 1, columns: 1, beside: true, expected: 2 },
    {
      what: 'of an editor, where the first source is active now',
      isPanel: false,
      column: 1,
      columns: 2,
      beside: true,
      expected: 2,
    },
    { what: 'of an editor, in its own group', isPanel: false, column: 2, columns: 3, beside: false, expected: 2 },
    { what: 'of a panel, where the code is', isPanel: true, column: 2, columns: 2, beside: false, expected: 1 },
    { what: 'of a panel with code on both sides', isPanel: true, column: 2, columns: 3, beside: false, expected: 1 },
    { what: 'of a panel that was moved to the left', isPanel: true, column: 1, columns: 2, beside: false, expected: 2 },
    { what: 'of a panel that is alone', isPanel: true, column: 1, columns: 1, beside: false, expected: 1 },
    { what: 'of a panel, beside it', isPanel: true, column: 2, columns: 2, beside: true, expected: 3 },
  ])('$what', ({ expected, beside, ...place }) => {
    expect(columnOfSource(place, beside)).toBe(expected);
  });
});
