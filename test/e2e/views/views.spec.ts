// Every view in each of its states: axe finds nothing, and at every width words are whole, nothing lies over anything, and nothing is wider than
// its panel. A page is opened once: as in the editor, themes and widths change while it is shown. Looking at colours takes most of the time, so
// before every change each scene wears one theme, the next scene the next one; `./run test deep` looks at all scenes in all themes.
import { accessibilityFaults } from '../support/accessibility';
import { layoutFaults } from '../support/boxes';
import { colourRules, expect, type Scene, scenes, test, themes, widths } from '../support/scenes';

const inAllThemes = process.env.HEAPTRAIL_ALL_THEMES !== undefined;

for (const [i, scene] of (Object.keys(scenes) as Scene[]).entries()) {
  test(`${scene}: accessible, and in its place at every width`, async ({ show, wear, resize }) => {
    const page = await show(scene);
    const [first, ...others] = [...themes.slice(i % themes.length), ...themes.slice(0, i % themes.length)];
    for (const theme of inAllThemes ? [first, ...others] : [first]) {
      await wear(theme as (typeof themes)[number]);
      // What a theme cannot change is looked for once.
      const faults = await accessibilityFaults(page, theme === first ? undefined : colourRules);
      expect.soft(faults, theme).toEqual([]);
    }
    for (const width of widths) {
      await resize(width);
      expect.soft(await layoutFaults(page), `${width} pixels wide`).toEqual([]);
    }
  });
}
