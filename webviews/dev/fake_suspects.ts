// Who is to blame for the leak that was never there: a cache, many small maps together, what nobody described, and two that hold the same.
import type { Frame } from '../../extension/src/protocol/answers';
import type { GrowthMatch, LeafRow, Suspect } from '../../extension/src/protocol/growth';
import {
  atlas,
  expected,
  findLocations,
  frame,
  grown,
  known,
  leavesOf,
  line,
  named,
  path,
  travel,
} from './fake_program';

export function fakeSuspects(growth: number, threshold: number, match: GrowthMatch): Suspect[] {
  const site = (chain: Frame[]) => (match === 'path' ? [] : chain);
  const suspect = (
    rank: number,
    of: number,
    sentence: string,
    advice: string,
    { joint = 0, ...more }: Partial<Omit<Suspect, 'joint'>> & { joint?: number } = {},
  ): Suspect => {
    const [type, holder, chain, [retained], pattern] = known[of] ?? expected();
    const row = `0x${(0xe074d430 + of * 0x1f38).toString(16)}`;
    return {
      rank,
      sentence,
      advice,
      pattern: joint > 0 ? 'single-ownership-container-growth' : pattern,
      joint: joint > 0,
      born: false,
      count: Math.max(1, joint),
      structures: joint > 0 ? [row, '0xe0754c38', '0xe0a54c40', '0xe0b54c48'] : [row],
      type,
      site: site(chain),
      match: match,
      retained: grown(joint > 0 ? 9.7 : retained, growth, false),
      leaves: withoutDeep(joint > 0 ? leavesOf(growth * 0.09, 2) : leavesOf((growth * retained) / 100, 3)),
      path,
      ...named(holder),
      inferred: false,
      taken: [],
      lines: [],
      linesOf: 'leaves',
      owners: [],
      head: row,
      ...more,
    };
  };
  const lines = (...all: Suspect['lines']) => (match === 'path' ? [] : all);
  return [
    suspect(
      1,
      0,
      `JourneyService.cache (ConcurrentHashMap) holds 80.4 % of the heap’s growth: it took in 92,208 QueryKey and 92,208 Location[]${match === 'path' ? '' : ', ≈ 97 % of them created in JourneyService.findLocations:42'}.`,
      'It alone keeps them alive: removing entries frees them. Look where they are put in, and whether anything ever takes them out.',
      {
        taken: [
          { type: `${travel}.JourneyService$QueryKey`, from: 12_004, to: 104_212 },
          { type: `${travel}.Location[]`, from: 12_004, to: 104_212 },
        ],
        lines: lines(
          { ...line(findLocations), share: 0.972, samples: 212, objects: 179_252, estimated: true },
          {
            ...frame(`${travel}.JourneyService`, 'prefetch', 203),
            share: 0.028,
            samples: 6,
            objects: 5_164,
            estimated: true,
          },
        ),
      },
    ),
    suspect(
      2,
      4,
      '312 HashMap in Session.attributes hold 9.7 % of the heap’s growth together: they took in 7,220 String, all created in AttributeFilter.remember:31.',
      'Ask why so many of them are alive: who should have let them go?',
      {
        joint: 312,
        taken: [{ type: 'java.lang.String', from: 2_140, to: 9_360 }],
        lines: lines({
          ...frame('com.example.travel.web.AttributeFilter', 'remember', 31),
          share: 1,
          samples: 7_220,
          objects: 7_220,
          estimated: false,
        }),
      },
    ),
    suspect(
      3,
      2,
      'Timetable.boards[] (DepartureBoardIndex) holds 6.3 % of the heap’s growth: its departures grew to longer arrays.',
      'Nothing describes a DepartureBoardIndex: what belongs to it was inferred from what holds what.',
      {
        inferred: true,
        taken: [{ type: `${travel}.Departure`, from: 90_412, to: 148_007 }],
        lines: lines({
          ...frame(`${travel}.Timetable`, 'extend', 340),
          share: 0.92,
          samples: 133,
          objects: 52_987,
          estimated: true,
        }),
        linesOf: 'retained',
      },
    ),
    suspect(
      4,
      1,
      'Atlas.byName and Atlas.byPlace[] hold the same 41,200 Location, which are 11.9 % of the heap’s growth.',
      'They hold the same objects: only all of them together can let go.',
      {
        taken: [{ type: `${travel}.Location`, from: 3_020, to: 44_220 }],
        lines: lines({ ...line(atlas), share: 0.88, samples: 61, objects: 36_256, estimated: true }),
        owners: [
          { ...named(`${travel}.Atlas.byName`), type: 'java.util.ArrayList', object: '0xe0750d68' },
          { ...named(`${travel}.Atlas.byPlace[]`), type: 'java.util.TreeMap', object: '0xe0760d68' },
        ],
      },
    ),
  ].filter(({ retained, rank }) => rank > 3 || (retained.hgp ?? 0) >= threshold);
}

const withoutDeep = (rows: LeafRow[]) => rows.map(({ deep: _, ...row }) => row);
