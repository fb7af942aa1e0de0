// Some of the objects that a structure holds, of one type: which they are, by what they hold. Asked for when somebody wants to see them.
// What the structure holds, descriptions say; of what nobody described, it is what would vanish with it.
import type { ShownObject } from '../../../shared/protocol/object_answer';
import type { Host, Running } from '../host';

const mostExamples = 5;
/** Of a suspect that is many structures together, its largest ones show what there is. */
const mostHeads = 10;

export interface LeafHolder {
  /** The heads of the structures. */
  heads: readonly string[];
  leaves: 'own' | 'deep';
  /** Index of the point. */
  at: number;
}

export class LeafExamples {
  private readonly running = new Set<Running<unknown>>();

  constructor(
    private readonly host: Pick<Host, 'ask'>,
    private readonly holder: LeafHolder,
    /** Shows the page of one; nothing where there is no room for it. */
    readonly open?: (id: string) => void,
  ) {}

  /** The largest of them; none where the holder has none of this type at this point. */
  async of(type: string): Promise<ShownObject[]> {
    const { heads, leaves, at } = this.holder;
    const where = heads
      .slice(0, mostHeads)
      .map((id) => `id=${id}`)
      .join(' or ');
    const ofLeaves = { own: 'leaves[type]', deep: 'leaves(deep)[type]' } as const;
    const sets = [
      { by: ofLeaves[leaves], filter: 'structures' as const },
      { by: ofLeaves[leaves === 'own' ? 'deep' : 'own'], filter: 'structures' as const },
      { by: 'closure[type]' },
    ];
    for (const set of sets) {
      const which = { at: String(at), where, ...set, path: [type] };
      const running = this.host.ask('inspect', { ...which, sizes: false, objects: true, top: mostExamples });
      this.running.add(running);
      try {
        const { objects = [] } = await running.promise;
        if (objects.length > 0) return objects;
      } catch (thrown) {
        // There is no such row: the next set may have it.
        if ((thrown as { kind?: string }).kind !== 'usage') throw thrown;
      } finally {
        this.running.delete(running);
      }
    }
    return [];
  }

  stop(): void {
    for (const running of this.running) running.cancel();
  }
}
