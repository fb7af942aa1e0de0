// Where things are.
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');
export const build = path.join(root, 'build/recorder');
export const programs = path.join(root, 'test/programs');
