// Numbers and names as people read them, and as the engine's sentences say them: digits are grouped by commas, sizes have binary units,
// shares one digit.
const groups = new Intl.NumberFormat('en-US');
const thinSpace = '\u2009';

export const count = (value: number): string => groups.format(value);

/** A number with its noun: one of it, several of it. */
export const counted = (value: number, [one, several]: readonly [string, string]): string =>
  `${count(value)} ${value === 1 ? one : several}`;

/** `1 object`, `2 objects`. */
export const objects = (value: number): string => counted(value, ['object', 'objects']);

export const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function bytes(value: number): string {
  let scaled = value;
  let unit = 0;
  while (scaled >= 1023.95 && unit < byteUnits.length - 1) {
    scaled /= 1024;
    unit++;
  }
  return unit === 0 ? `${value}${thinSpace}B` : `${scaled.toFixed(1)}${thinSpace}${byteUnits[unit]}`;
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (100 * part) / whole;
  return share > 0 && share < 0.05
    ? `<${thinSpace}0.1${thinSpace}%`
    : `${share.toFixed(1).replace('-', '−')}${thinSpace}%`;
}

/** A difference as a share of what was before, with its sign; nothing where nothing was. */
export function signedPercent(difference: number, before: number): string {
  const sign = difference < 0 ? '−' : '+';
  return before === 0 ? '' : `${sign}${percent(Math.abs(difference), before)}`;
}

/** A time since the trace's start, as exact as it takes to tell two points apart: `34.5 s`, `1 min 45.8 s`, `12 min 05 s`. */
export function timeSince(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}${thinSpace}s`;
  if (tenths < 6000) {
    const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
    return `${Math.floor(tenths / 600)}${thinSpace}min ${rest}${thinSpace}s`;
  }
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, two(whole % 60)];
  const short = `${rest}${thinSpace}s`;
  if (hours === 0) return `${minutes}${thinSpace}min ${short}`;
  return `${count(hours)}${thinSpace}h ${two(minutes)}${thinSpace}min ${short}`;
}

/** How long something has gone on, as clocks show it: `0:42`, `1:02:05`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, two(whole % 60)];
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}

/** How long a pause was: three digits say enough. */
export function pause(seconds: number): string {
  const ms = 1000 * seconds;
  if (ms >= 999.5) return `${Number(seconds.toPrecision(3))}${thinSpace}s`;
  return ms > 0 && ms < 0.01 ? `<${thinSpace}0.01${thinSpace}ms` : `${Number(ms.toPrecision(3))}${thinSpace}ms`;
}

/** `2026-11-20 22:31:05` in the reader's time zone. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** How a reference leaves an object: `.table`, `[3]`, `<class>`. */
export const viaText = (via: string): string => (via === '' || /^[[<]/.test(via) ? via : `.${via}`);

/** A type's package (with its dot) and its own name. */
export function splitType(name: string): { packagePart: string; ownPart: string } {
  // The dot of a hidden class's suffix or of an array is never the last package dot.
  const end = name.search(/[[/]/);
  const dot = name.lastIndexOf('.', end === -1 ? undefined : end);
  return { packagePart: name.slice(0, dot + 1), ownPart: name.slice(dot + 1) };
}

/**
 * A type name in at most `most` characters: package parts become their first letters from the left, as far as needed
 * (`j.u.concurrent.ConcurrentHashMap`); if that is not enough, the middle of the name is left out.
 */
export function shortenType(name: string, most: number): string {
  if (name.length <= most) return name;
  const { packagePart, ownPart } = splitType(name);
  const parts = packagePart.split('.').slice(0, -1);
  let short = name;
  for (let i = 0; i < parts.length && short.length > most; i++) {
    parts[i] = parts[i]?.[0] ?? '';
    short = [...parts, ownPart].join('.');
  }
  return shorten(short, most);
}

/** Words in at most `most` characters, without their middle if need be. */
export function shorten(words: string, most: number): string {
  if (words.length <= most) return words;
  const kept = Math.max(1, most - 1);
  const head = Math.ceil(kept / 2);
  return `${words.slice(0, head)}…${words.slice(words.length - (kept - head))}`;
}
