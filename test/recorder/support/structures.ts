// What `heaptrail structures` says of a trace.
import { heaptrail } from './heaptrail';

interface Size {
  readonly objects: number;
  readonly bytes: number;
}

export interface Member {
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
  readonly role: 'head' | 'inner' | 'leaf' | 'contained';
}

export interface Structure {
  readonly id: string;
  readonly type: string;
  readonly structure: Size;
  readonly deepStructure: Size;
  readonly leaves: number;
  /** Heads. */
  readonly contained: readonly string[];
  readonly members?: readonly Member[];
}

export interface StructuresAnswer {
  readonly rows: readonly Structure[];
  readonly unclaimed?: {
    readonly parts: number;
    readonly unclaimed: number;
    readonly types: readonly { readonly type: string; readonly objects: number; readonly unclaimed: number }[];
  };
  readonly warnings: readonly { readonly message: string }[];
}

/** All structures at the trace's last point, unless options say which. */
export function structures(trace: string, ...options: string[]): StructuresAnswer {
  return JSON.parse(heaptrail('structures', trace, '--sort', 'type', '--top', '0', ...options, '--json'));
}

/** `HashMap$Node 7`: how often each occurs. */
export function tally(types: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${type} ${count}`).sort();
}

/** All that a structure and those that it contains consist of. An object can be a leaf of one and a part of another. */
export function deepMembers(
  head: number,
  byHead: ReadonlyMap<number, Structure>,
): { heads: Set<number>; members: Member[] } {
  const heads = new Set<number>();
  const members = new Map<string, Member>();
  const waiting = [head];
  while (waiting.length > 0) {
    const id = waiting.pop() ?? -1;
    const structure = byHead.get(id);
    if (heads.has(id) || structure === undefined) continue;
    heads.add(id);
    for (const member of structure.members ?? []) members.set(`${member.id} ${member.role}`, member);
    waiting.push(...structure.contained.map(Number));
  }
  return { heads, members: [...members.values()] };
}
