// Whether somebody reads what is shown, so that it must not change under their eyes: they chose a point, a window, a row, went into
// a set of objects, or scrolled to something.
import type { ViewState } from '../../shared/protocol/view';

/** What is within reach of the eye without scrolling moves a little when parts above change their height. */
const fewPixels = 40;

/** Whether a change of what is shown is one of these. Tabs and orders are not: what is new has them as well. */
export function isReading({
  at,
  window,
  selected,
  expanded,
  search,
  grouping,
  growth,
  trends,
}: Partial<ViewState>): boolean {
  return (
    (at ?? null) !== null ||
    (window ?? null) !== null ||
    (trends?.zoom ?? null) !== null ||
    (selected ?? null) !== null ||
    (expanded ?? []).length > 0 ||
    (search ?? '') !== '' ||
    (grouping?.place ?? 0) > 0 ||
    (growth?.selected ?? null) !== null ||
    (growth?.search ?? '') !== ''
  );
}

/** Scrolling anywhere in the page. */
export class ScrollWatch {
  constructor(private readonly onReading: () => void) {}

  start(): void {
    document.addEventListener('scroll', this.listener, { capture: true, passive: true });
  }

  stop(): void {
    document.removeEventListener('scroll', this.listener, { capture: true });
  }

  private readonly listener = ({ target }: Event) => {
    const scrolled = target === document ? document.documentElement : (target as Element);
    if (scrolled.scrollTop > fewPixels) this.onReading();
  };
}
