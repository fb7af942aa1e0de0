// What a browser can measure of a page: which words were broken, which texts lie over something or below it, and what is too wide.
import type { Page } from '@playwright/test';

/** Everything below, as short sentences. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const faults = [brokenWords, chartTextsOverOthers, coveredTexts, overflows, cutChoices].map((find) => find(page));
  return (await Promise.all(faults)).flat();
}

/** What is wrong within a menu that lies over other things. */
export async function menuFaults(page: Page, menu: string): Promise<string[]> {
  return (await Promise.all([brokenWords(page, menu), coveredTexts(page, menu)])).flat();
}

/** Words that go on in a second line although a line would hold them. */
async function brokenWords(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((part) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector(part) ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest('svg, select, .for-screen-readers, pre')) continue;
      let block: Element = parent;
      while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
      const { paddingLeft, paddingRight } = getComputedStyle(block);
      const room = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}_$]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const tops = new Set(lines.map(({ top }) => Math.round(top)));
        const whole = lines.reduce((sum, { width }) => sum + width, 0);
        if (tops.size > 1 && whole < room) found.push(`${word} in “${(parent.textContent ?? '').slice(0, 80)}”`);
      }
    }
    return found;
  }, within);
}

/** Texts of charts that lie over another text, or over a bar that is not their own ground, or reach beyond the chart. */
async function chartTextsOverOthers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const isSeen = (each: Element) => {
      const { opacity, visibility, display } = getComputedStyle(each);
      return opacity !== '0' && visibility !== 'hidden' && display !== 'none' && each.getBoundingClientRect().width > 0;
    };
    const name = (each: Element) => `“${each.textContent}”`;
    const meet = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      // Boxes of texts are higher than their letters.
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    for (const svg of document.querySelectorAll('svg')) {
      if (!svg.checkVisibility()) continue;
      const edge = svg.getBoundingClientRect();
      const texts = [...svg.querySelectorAll('text:not(.spoken)')].filter(
        (text) => text.textContent !== '' && isSeen(text),
      );
      const boxes = texts.map((text) => text.getBoundingClientRect());
      const bars = [...svg.querySelectorAll('rect.mark')].map((bar) => bar.getBoundingClientRect());
      boxes.forEach((box, i) => {
        const text = texts[i] as Element;
        if (box.left < edge.left - 1 || box.right > edge.right + 1)
          found.push(`${name(text)} reaches beyond its chart`);
        if (bars.some((bar) => meet(box, bar))) found.push(`${name(text)} lies over a bar`);
        for (let other = 0; other < i; other++)
          if (meet(box, boxes[other] as DOMRect))
            found.push(`${name(text)} lies over ${name(texts[other] as Element)}`);
      });
    }
    return found;
  });
}

/** Texts that something else is drawn over: what is found at their middle is neither of theirs nor around them. */
async function coveredTexts(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((part) => {
    const found: string[] = [];
    /** The part of a box that is not cut off by what it is scrolled in. */
    const seenPart = (box: DOMRect, parent: Element) => {
      let [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
      let [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
      for (let around: Element | null = parent; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const edge = around.getBoundingClientRect();
        [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
        [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
      }
      return { left, top, right, bottom };
    };
    const walker = document.createTreeWalker(document.querySelector(part) ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const words = (node.textContent ?? '').trim();
      if (words === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // What shows no pointer is not found by a place; of pages of SVG the rule for charts looks.
      if (parent.closest('svg, option, .for-screen-readers')) continue;
      if (getComputedStyle(parent).pointerEvents === 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const { left, top, right, bottom } = seenPart(box, parent);
        if (right - left < 3 || bottom - top < 8) continue;
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!there || there.contains(parent) || parent.contains(there)) continue;
        const name = there.getAttribute('class') ?? there.tagName;
        found.push(`“${words.slice(0, 60)}” lies below “${(there.textContent ?? '').slice(0, 40)}” (${name})`);
        break;
      }
    }
    return found;
  }, within);
}

/** How much wider than itself what is in the view is, for each part that could be scrolled sideways and is no table. */
async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.panel, .panel > *')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.className || each.tagName}: ${each.scrollWidth} in ${each.clientWidth}`),
  );
}

/** Choices whose chosen words do not fit into their box, though there is room: an editor cuts them without a sign. Names of files can be of any length. */
async function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('select')].flatMap((select) => {
      const words = select.selectedOptions[0]?.text ?? '';
      if (!pen || !select.checkVisibility() || words === '') return [];
      if (select.clientWidth > innerWidth - 90) return [];
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const arrow = 18;
      const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
      const width = pen.measureText(words).width;
      return width > room + 1 ? [`“${words}” is ${Math.round(width)} wide, with room for ${Math.round(room)}`] : [];
    });
  });
}
