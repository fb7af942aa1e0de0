// A place in the program as a link to its source. Beside, so that what is shown here stays in sight; with Ctrl here.
import type { Frame } from '../../../extension/src/protocol/answers';
import { tellingFrame } from '../../../extension/src/protocol/sites';
import { button } from '../dom';
import { strings } from '../strings';
import { frameWords, siteLabel } from './growth_words';

export type OpenFrame = (frame: Frame, swapped: boolean) => void;

/** To the frame that says most; null where the trace does not tell a site. */
export function siteLink(site: readonly Frame[], open: OpenFrame): HTMLButtonElement | null {
  const frame = tellingFrame(site);
  if (!frame) return null;
  const link = button(siteLabel(site), () => undefined, {
    class: 'link site',
    testId: 'site-link',
    title: [...site.map(frameWords), strings.growth.site.title].join('\n'),
  });
  link.addEventListener('click', (event) => {
    // In a row, the row is not meant.
    event.stopPropagation();
    open(frame, event.ctrlKey || event.metaKey);
  });
  return link;
}
