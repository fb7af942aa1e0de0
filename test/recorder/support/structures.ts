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
