// Which point a question is about, as the engine wants to hear it: nothing for the suggested one.
export const pointArgs = (at: number | null): { at?: string } => (at === null ? {} : { at: String(at) });
