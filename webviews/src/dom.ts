// Making elements without ceremony. Text goes in as text: nothing here reads HTML.
type Child = Node | string | null;

export interface Attributes {
  class?: string;
  testId?: string;
  title?: string;
  [name: `aria-${string}`]: string | number | boolean | undefined;
  role?: string;
  id?: string;
  tabindex?: number;
  type?: string;
  placeholder?: string;
  [name: `data-${string}`]: string | undefined;
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    result.setAttribute(name === 'testId' ? 'data-testid' : name, String(value));
  }
  result.append(...children.filter((child) => child !== null));
  return result;
}

/** A name, or a sentence with names, that is too long for its line is broken before a dot, and never inside a word. */
export const breakable = (words: string): Node[] =>
  words
    .split(/(?=\.[\p{L}_$]|:\d)/u)
    .flatMap((part, i) => [...(i === 0 ? [] : [element('wbr')]), document.createTextNode(part)]);

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const result = element('button', { type: 'button', ...attributes }, label);
  result.addEventListener('click', onClick);
  return result;
}
