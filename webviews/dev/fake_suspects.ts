// Who is to blame for the leak that was never there: a cache, many small maps together, what nobody described, and two that hold the same.
import type { Frame } from '../../shared/protocol/answers';
import type { GrowthMatch, LeafRow, Suspect } from '../../shared/protocol/growth';
import {
  atlas,
  expected,
  fieldPart,
  findLocations,
  frame,
  grown,
  known,
  leavesOf,
  line,
  linePart,
  many,
  named,
  path,
  said,
  travel,
} from './fake_program';

export function fakeSuspects(growth: number, threshold: number, match: GrowthMatch): Suspect[] {
  const site = (chain: Frame[]) => (match === 'path' ? [] : chain);
  const suspect = (
    rank: number,
    of: number,
    sentence: Pick<Suspect, 'sentence' | 'sentenceParts'>,
    advice: string,
    { joint = 0, ...more }: Partial<Omit<Suspect, 'joint'>> & { joint?: number } = {},
  ): Suspect => {
    const [type, holder, chain, [retained], pattern] = known[of] ?? expected();
    const row = `0x${(0xe074d430 + of * 0x1f38).toString(16)}`;
    return {
      rank,
      ...sentence,
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
      match === 'path'
        ? said(
            fieldPart(`${travel}.JourneyService.cache`),
            ' has 92,208 more ',
            many(`${travel}.JourneyService$QueryKey`),
            ' than before: 80.4 % of the heap’s growth.',
          )
        : said(
            '92,208 ',
            many(`${travel}.JourneyService$QueryKey`),
            ' were added to ',
            fieldPart(`${travel}.JourneyService.cache`),
            ' and none removed: 80.4 % of the heap’s growth. They are created in ',
            linePart(line(findLocations)),
            ' (≈ 97.2 %).',
          ),
      'Nothing else holds what was added: look for the code that should remove it.',
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
      said(
        '7,220 Strings were added to 312 HashMaps in ',
        fieldPart(`${travel}.Session.attributes`),
        ' and none removed: together 9.7 % of the heap’s growth. They are created in ',
        linePart(frame('com.example.travel.web.AttributeFilter', 'remember', 31)),
        '.',
      ),
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
      said(
        '57,595 ',
        many(`${travel}.Departure`),
        ' were added to ',
        fieldPart(`${travel}.Timetable.boards[]`),
        ' and none removed: 6.3 % of the heap’s growth. What it keeps alive is created in ',
        linePart(frame(`${travel}.Timetable`, 'extend', 340)),
        ' (≈ 92.0 %).',
      ),
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
      said(
        '41,200 ',
        many(`${travel}.Location`),
        ' were added to ',
        fieldPart(`${travel}.Atlas.byName`),
        ' and ',
        fieldPart(`${travel}.Atlas.byPlace[]`),
        ' and none removed. They hold the same objects: together 11.9 % of the heap’s growth.',
      ),
      'Removing them in one place frees nothing: all who hold them must let go.',
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
