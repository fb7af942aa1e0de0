// Which class a class file declares, and whether it can be started: only as much of the file is understood as that takes. Nothing in it is
// believed; what is no class file has no main method.

const magic = 0xcafebabe;
const publicStatic = 0x0009;
const mainDescriptor = '([Ljava/lang/String;)V';

/** Bytes behind the tag of each kind of constant; texts say theirs themselves, longs and doubles count twice. */
const constantBytes: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};

/** The name of the class, as it is given to `java`, if that can be started with it. */
export function startableClass(bytes: Buffer): string | undefined {
  // Most classes have no such text: they are not read.
  if (!bytes.includes(mainDescriptor)) return undefined;
  try {
    return new ClassReader(bytes).startable();
  } catch (problem) {
    // It ends too early.
    if (problem instanceof RangeError) return undefined;
    throw problem;
  }
}

class ClassReader {
  private at = 0;
  private readonly texts = new Map<number, string>();
  /** Where the names of classes are, by the number of the constant. */
  private readonly classes = new Map<number, number>();

  constructor(private readonly bytes: Buffer) {}

  startable(): string | undefined {
    if (this.four() !== magic) return undefined;
    this.skip(4);
    if (!this.readConstants()) return undefined;
    this.skip(2);
    const name = this.texts.get(this.classes.get(this.two()) ?? 0);
    this.skip(2);
    this.skip(2 * this.two());
    this.members();
    const isMain = this.members().some(
      ({ flags, name: method, descriptor }) =>
        (flags & publicStatic) === publicStatic && method === 'main' && descriptor === mainDescriptor,
    );
    return isMain ? name?.replaceAll('/', '.') : undefined;
  }

  private readConstants(): boolean {
    const count = this.two();
    for (let i = 1; i < count; i++) {
      const tag = this.one();
      if (tag === 1) {
        const length = this.two();
        this.texts.set(i, this.bytes.toString('utf8', this.at, this.at + length));
        this.skip(length);
        continue;
      }
      const size = constantBytes[tag];
      if (size === undefined) return false;
      if (tag === 7) this.classes.set(i, this.bytes.readUInt16BE(this.at));
      this.skip(size);
      if (tag === 5 || tag === 6) i++;
    }
    return true;
  }

  /** Fields or methods. */
  private members(): { flags: number; name: string | undefined; descriptor: string | undefined }[] {
    return Array.from({ length: this.two() }, () => {
      const flags = this.two();
      const name = this.texts.get(this.two());
      const descriptor = this.texts.get(this.two());
      for (let attributes = this.two(); attributes > 0; attributes--) {
        this.skip(2);
        this.skip(this.four());
      }
      return { flags, name, descriptor };
    });
  }

  private one(): number {
    return this.bytes.readUInt8(this.skip(1));
  }

  private two(): number {
    return this.bytes.readUInt16BE(this.skip(2));
  }

  private four(): number {
    return this.bytes.readUInt32BE(this.skip(4));
  }

  /** Where it was before. */
  private skip(count: number): number {
    const before = this.at;
    this.at += count;
    if (this.at > this.bytes.length) throw new RangeError('The class file ends too early.');
    return before;
  }
}
