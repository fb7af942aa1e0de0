// The three kinds of themes, by what pictures are called.
import { inAllThemes } from './tiers';

export const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
};

export type Theme = keyof typeof themes;

/** In which something that is shown is looked at. The last one is what a workbench wears that nobody has changed. */
export const themesToLookAt: readonly Theme[] = inAllThemes ? ['light', 'high-contrast', 'dark'] : ['dark'];
