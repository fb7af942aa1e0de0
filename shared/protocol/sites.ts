// Which frame of an allocation site says most to whoever wrote the program.
import type { Frame } from './answers';

export const isOfJdk = (type: string): boolean => /^(?:java|javax|jdk|sun|com\.sun)\./.test(type);

/** The innermost frame that is not the JDK's; of the JDK alone, the outermost one. As the engine chooses it for its sentences. */
export const tellingFrame = (site: readonly Frame[]): Frame | undefined =>
  site.find((frame) => !isOfJdk(frame.class)) ?? site.at(-1);
