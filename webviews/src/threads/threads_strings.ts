// The texts of the Heap tab by threads.
export const threadsStrings = {
  title: 'Threads',
  hint: 'What would be freed if the variables of a thread’s stack and its thread locals held nothing any more. A frame has what its variables retain together.',
  search: 'Search threads',
  total: ['thread', 'threads'],
  frames: ['frame', 'frames'],
  unnamed: '(no name)',
  noStack: 'no stack',
  itself: 'The thread itself',
  locals: 'Thread locals',
  variable: 'variable',
  outside: 'held outside of frames',
  retained: 'Retained',
  none: 'This trace tells no threads at this point: heap dumps and recordings of Java programs do.',
  noMatch: 'No thread’s name contains',
  failed: 'Threads could not be loaded',
  left: 'more retain less: search for their names',
} as const;
