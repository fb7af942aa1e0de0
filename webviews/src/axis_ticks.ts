// Where an axis has its ticks: at values that read as round in their unit, whatever the unit.
import { byteUnits, count } from '../../shared/format';

export interface AxisTick {
  value: number;
  label: string;
}

const thinSpace = '\u2009';

/** Round in the unit that the largest value is told in, and all told in that one. */
export function byteTicks(most: number, about: number): AxisTick[] {
  if (most <= 0) return [{ value: 0, label: '0' }];
  const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log2(most) / 10)));
  const unit = 1024 ** power;
  const step = power === 0 ? Math.max(1, stepTo(most, about)) : stepTo(most / unit, about) * unit;
  return steps(0, most, step).map((value) => ({
    value,
    label: value === 0 ? '0' : `${readable(value / unit)}${thinSpace}${byteUnits[power]}`,
  }));
}

/** Whole numbers: an axis of few has fewer ticks rather than halves. */
export function countTicks(most: number, about: number): AxisTick[] {
  if (most <= 0) return [{ value: 0, label: '0' }];
  const step = Math.max(1, stepTo(most, about));
  return steps(0, most, step).map((value) => ({ value, label: count(value) }));
}

/** Of an axis on which each step is as many times the one before: powers of two of bytes, of ten otherwise. */
export function logTicks(least: number, most: number, about: number, isBytes: boolean): AxisTick[] {
  const base = isBytes ? 2 : 10;
  const [first, last] = [Math.ceil(Math.log(least) / Math.log(base) - 1e-9), Math.log(most) / Math.log(base) + 1e-9];
  const rough = Math.max(1, Math.ceil((last - first) / about - 1e-6));
  // Ten powers of two are the next unit: steps that divide them tell the same numbers in each.
  const step = isBytes ? ([1, 2, 5, 10, 20].find((each) => each >= rough) ?? rough) : rough;
  const ticks: AxisTick[] = [];
  for (let power = Math.ceil(first / step) * step; power <= last; power += step) {
    const value = base ** power;
    const unit = Math.min(byteUnits.length - 1, Math.floor(power / 10));
    const label = isBytes ? `${readable(value / 1024 ** unit)}${thinSpace}${byteUnits[unit]}` : count(value);
    ticks.push({ value, label });
  }
  return ticks;
}

/** Shares in percent, which may be negative, and more than 100. */
export function percentTicks(least: number, most: number, about: number): AxisTick[] {
  if (most <= least) return [{ value: 0, label: `0${thinSpace}%` }];
  return steps(least, most, niceStep((most - least) / about)).map((value) => ({
    value,
    label: `${readable(value).replace('-', '−')}${thinSpace}%`,
  }));
}

const [minute, hour, day] = [60, 3600, 86_400];
const timeSteps = [1, 2, 5, 10, 15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute].concat(
  [1, 2, 3, 6, 12, 24].map((hours) => hours * hour),
);

/** Seconds, minutes and hours as clocks divide them. */
export function timeTicks(from: number, to: number, about: number): AxisTick[] {
  if (to <= from) return [{ value: from, label: timeLabel(from) }];
  const rough = (to - from) / about;
  const whole = timeSteps.find((step) => step >= rough) ?? day * niceStep(rough / day);
  return steps(from, to, rough < 1 ? niceStep(rough) : whole).map((value) => ({ value, label: timeLabel(value) }));
}

/** `0`, `45 s`, `2 min`, `2 min 30 s`, `1 h 30 min`. */
function timeLabel(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < minute) return `${readable(seconds)}${thinSpace}s`;
  const parts: [number, string][] = [
    [Math.floor(seconds / hour), 'h'],
    [Math.floor((seconds % hour) / minute), 'min'],
    [Number((seconds % minute).toPrecision(10)), 's'],
  ];
  return parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${readable(value)}${thinSpace}${unit}`])).join(' ');
}

/** With no more than about so many steps to the largest value, unless that left none. */
function stepTo(most: number, about: number): number {
  const step = niceStep(most / about);
  return step <= most ? step : niceStep(most / about / 2);
}

/** 1, 2 or 5 times a power of ten. */
export function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** All multiples of `step` in [from, to]. */
function steps(from: number, to: number, step: number): number[] {
  const ticks: number[] = [];
  // Multiplied, not added up: sums of tenths drift.
  for (let i = Math.ceil(from / step); i * step <= to; i++) ticks.push(i * step);
  return ticks;
}

const readable = (value: number): string => String(Number(value.toPrecision(10)));
