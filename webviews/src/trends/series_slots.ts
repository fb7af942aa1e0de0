// Which colour and which stroke a series has: the same for as long as the chart is about the same, whatever the order, so that nothing changes
// its colour while points come in. After six colours strokes are dashed in other ways; in high contrast each line is.
export class SeriesSlots {
  private readonly slots = new Map<string, number>();

  /** Gives these series slots. A slot is free again when its series is shown no more. */
  assign(keys: readonly string[]): void {
    const shown = new Set(keys);
    for (const key of this.slots.keys()) if (!shown.has(key)) this.slots.delete(key);
    const taken = new Set(this.slots.values());
    let next = 0;
    for (const key of keys) {
      if (this.slots.has(key)) continue;
      while (taken.has(next)) next++;
      this.slots.set(key, next++);
    }
  }

  /** The classes of its line; null for all others together. */
  classOf(key: string | null): string {
    const slot = key === null ? undefined : this.slots.get(key);
    return slot === undefined ? 'tone-other' : toneOf(slot);
  }
}

const tones = 6;
const dashes = 5;

const toneOf = (slot: number): string =>
  `tone-${slot % tones} dash-${Math.floor(slot / tones) % dashes} contrast-dash-${slot % dashes}`;
