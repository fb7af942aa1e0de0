import { describe, expect, it, vi } from 'vitest';
import { ActiveTrace } from '../../extension/src/client/language/active_trace';
import { typeNameOf } from '../../extension/src/client/language/source_types';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';

describe('the class of a source file', () => {
  it('is what stands below the usual folders', () => {
    expect(typeNameOf('/project/src/main/java/org/example/Cache.java')).toBe('org.example.Cache');
    expect(typeNameOf('/project/app/src/test/kotlin/org/example/CacheTest.kt')).toBe('org.example.CacheTest');
    expect(typeNameOf('/project/src/org/example/Cache.java')).toBe('org.example.Cache');
  });
  it('is not known of other files', () => {
    expect(typeNameOf('/project/Cache.java')).toBeUndefined();
  });
});

/** So much of a session as the language needs. */
function sessionOf() {
  const listeners = new Set<(status: { kind: string }) => void>();
  const session = {
    teachTypes: vi.fn(async () => undefined),
    onStatus: (listener: (status: { kind: string }) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    becomes: (kind: string) => {
      for (const listener of listeners) listener({ kind });
    },
    listeners,
  };
  return { ...session, asSession: session as unknown as TraceSession };
}

describe('the trace whose types the language knows', () => {
  it('is the one whose view was active last', () => {
    const forget = vi.fn();
    const active = new ActiveTrace(() => true, forget);
    const [first, second] = [sessionOf(), sessionOf()];
    active.set(first.asSession, 'a.hprof');
    active.set(second.asSession, 'b.hprof');
    expect(first.teachTypes).toHaveBeenCalledExactlyOnceWith('a.hprof');
    expect(second.teachTypes).toHaveBeenCalledExactlyOnceWith('b.hprof');
    first.becomes('open');
    expect(first.teachTypes).toHaveBeenCalledOnce();
    expect(first.listeners.size).toBe(0);
    active.closed(first.asSession);
    expect(forget).not.toHaveBeenCalled();
    active.closed(second.asSession);
    expect(forget).toHaveBeenCalledOnce();
  });
  it('is known as soon as it is open, and again when it was opened again', () => {
    const active = new ActiveTrace(
      () => true,
      () => undefined,
    );
    const session = sessionOf();
    active.set(session.asSession, 'a.hprof');
    session.becomes('opening');
    expect(session.teachTypes).toHaveBeenCalledTimes(1);
    session.becomes('open');
    session.becomes('open');
    expect(session.teachTypes).toHaveBeenCalledTimes(3);
  });
  it('costs nothing as long as nobody writes descriptions', () => {
    let wanted = false;
    const active = new ActiveTrace(
      () => wanted,
      () => undefined,
    );
    const session = sessionOf();
    active.set(session.asSession, 'a.hprof');
    session.becomes('open');
    expect(session.teachTypes).not.toHaveBeenCalled();
    wanted = true;
    active.teach();
    expect(session.teachTypes).toHaveBeenCalledOnce();
  });
});
