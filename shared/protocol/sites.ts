// Which frame of an allocation site says most to whoever wrote the program: the engine tells it.
import type { Frame } from './answers';

/** The innermost one where no other is marked. */
export const tellingFrame = (site: readonly Frame[]): Frame | undefined =>
  site.find(({ telling }) => telling === true) ?? site[0];
