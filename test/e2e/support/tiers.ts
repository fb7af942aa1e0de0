// Which tests run when. A test has a tag where it is not one of every change:
//
//   @deep      takes its time and rarely finds something: `./run test deep` (part e2e_more)
//   @looks     is of every change, and once more in that part, to look at views in all kinds of themes
//   @pictures  only takes pictures for the docs, and asserts nothing that others do not
//
// For pictures, all of them run.

const isMore = process.env.HEAPTRAIL_E2E_MORE !== undefined;
const takesPictures = process.env.HEAPTRAIL_PICTURES !== undefined;

/** Views are looked at in each kind of theme, not only in the one that a workbench wears which nobody has changed. */
export const inAllThemes = isMore || takesPictures;

/** What Playwright's configuration says of tests to run. */
export function testsToRun(): { grep?: RegExp; grepInvert?: RegExp } {
  if (takesPictures) return {};
  return isMore ? { grep: /@deep|@looks/ } : { grepInvert: /@deep|@pictures/ };
}
