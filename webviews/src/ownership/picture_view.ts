// The picture on the screen: a canvas that is laid out and drawn for the room there is, the block that has the keyboard, and the pointer. It
// says which block is meant, and knows nothing of what follows from that.
import { element } from '../dom';
import { type Area, type BlockFrame, blockAt, type Direction, frameOf, rectOf, roomOf } from './block_frame';
import { isBlockKey, neighbour } from './block_keys';
import { type Block, copiesOf, layoutBlocks, wayTo } from './block_layout';
import { BlockTooltip } from './block_tooltip';
import { CanvasPen } from './canvas_pen';
import { cssOf, type Palette, paletteOf, type Scale } from './colours';
import { fontSize } from './labels';
import { blockSentence } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { ownershipStrings as text } from './ownership_strings';
import { drawPicture, type NodeHistory, type Picture } from './picture';

export interface PictureEvents {
  enter(block: Block): void;
  back(): void;
  forward(): void;
  pin(block: Block): void;
  menu(block: Block, place: { x: number; y: number }): void;
  /** Other blocks are there now. */
  drawn(blocks: readonly Block[]): void;
}

export interface Shown {
  graph: OwnershipGraph;
  /** The node that is looked at. */
  top: OwnershipGraph['heap'];
  direction: Direction;
  scale: Scale;
  found: ReadonlySet<OwnershipGraph['heap']> | undefined;
  history: NodeHistory | undefined;
}

export class PictureView {
  readonly element: HTMLElement;
  private readonly canvas = element('canvas', { 'aria-hidden': true, testId: 'ownership-canvas' });
  /** Rings around blocks, so that the picture itself need not be drawn for them. */
  private readonly rings = element('canvas', { class: 'rings', 'aria-hidden': true });
  private readonly tooltip = new BlockTooltip();
  private readonly told = element('p', { class: 'for-screen-readers', role: 'status' });
  private readonly stage: HTMLElement;
  private readonly resizing = new ResizeObserver(() => this.draw());
  private shown: Shown | undefined;
  private blocks: Block[] = [];
  private copies: ReadonlyMap<Block['node'], number> = new Map();
  private frame: BlockFrame | undefined;
  /** Kept by its way: other points have other blocks. */
  private selectedWay: string[] = [];
  private selected: Block | undefined;
  private hovered: Block | undefined;
  private palette: Palette | undefined;
  private characterWidth = 7.2;
  private pen: { pen: CanvasPen; of: string } | undefined;

  constructor(private readonly events: PictureEvents) {
    this.stage = element(
      'div',
      {
        class: 'ownership-stage',
        role: 'application',
        tabindex: 0,
        'aria-label': text.chart,
        'aria-describedby': 'ownership-keys',
        testId: 'ownership-picture',
      },
      this.canvas,
      this.rings,
    );
    this.element = element(
      'div',
      { class: 'ownership-frame' },
      element('p', { class: 'for-screen-readers', id: 'ownership-keys' }, text.keys),
      this.stage,
      this.tooltip.element,
      this.told,
    );
    this.listen();
  }

  start(): void {
    this.resizing.observe(this.stage);
  }

  stop(): void {
    this.resizing.disconnect();
  }

  show(shown: Shown): void {
    if (this.shown?.top.key !== shown.top.key) this.selectedWay = [];
    this.shown = shown;
    this.stage.dataset.direction = shown.direction;
    this.draw();
  }

  focus(): void {
    this.stage.focus();
  }

  /** The keyboard goes to the largest block of these nodes. */
  select(nodes: ReadonlySet<Block['node']>): void {
    const [block] = this.blocks.filter(({ node }) => nodes.has(node)).sort((a, b) => b.size - a.size);
    if (block) this.choose(block);
    this.focus();
  }

  draw(): void {
    const { shown } = this;
    const area = this.area;
    if (!shown || area.width === 0 || area.height === 0) return;
    this.readLooks();
    const room = roomOf(shown.direction, area);
    this.blocks = layoutBlocks(shown.top, shown.graph, room);
    this.copies = copiesOf(this.blocks);
    const levels = (this.blocks.at(-1)?.level ?? 0) + 1;
    this.frame = frameOf(shown.direction, area, levels);
    const pen = this.penFor(area);
    const picture = this.picture;
    if (pen && picture) {
      pen.clear(area.width, area.height);
      drawPicture(pen, picture);
    }
    this.selected = this.blockOn(this.selectedWay) ?? this.blocks[0];
    this.hovered = undefined;
    this.tooltip.hide();
    this.drawRings();
    this.events.drawn(this.blocks);
  }

  /** The theme is another one. */
  recolour(): void {
    this.palette = undefined;
    this.draw();
  }

  /** What is drawn, and how large it is; for a file. */
  get drawing(): { picture: Picture; area: Area } | undefined {
    const { picture, area } = this;
    return picture && { picture, area };
  }

  get fonts(): { name: string; other: string } {
    const looks = getComputedStyle(this.element);
    return {
      name: looks.getPropertyValue('--vscode-editor-font-family').trim() || 'monospace',
      other: looks.getPropertyValue('--vscode-editor-font-family').trim() || 'monospace',
    };
  }

  private get picture(): Picture | undefined {
    const { shown, blocks, frame, palette, characterWidth } = this;
    if (!shown || !frame || !palette) return undefined;
    const { graph, scale, found, history } = shown;
    return { graph, blocks, frame, palette, scale, characterWidth, found, history };
  }

  private get area(): Area {
    return { width: this.stage.clientWidth, height: this.stage.clientHeight };
  }

  /** Colours and letters are those of the theme. */
  private readLooks(): void {
    if (this.palette) return;
    this.palette = paletteOf(this.element);
    this.pen = undefined;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.font = `600 ${fontSize}px ${this.fonts.name}`;
    this.characterWidth = context.measureText('abcdefghijABCDEFGHIJ').width / 20;
  }

  private penFor({ width, height }: Area): CanvasPen | undefined {
    const context = this.canvas.getContext('2d');
    if (!context || !this.palette) return undefined;
    const sharpness = devicePixelRatio || 1;
    const of = `${width} ${height} ${sharpness}`;
    if (this.pen?.of === of) return this.pen.pen;
    for (const canvas of [this.canvas, this.rings]) {
      canvas.width = Math.round(width * sharpness);
      canvas.height = Math.round(height * sharpness);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.pen = { pen: new CanvasPen(context, this.palette, this.fonts, sharpness), of };
    return this.pen.pen;
  }

  private drawRings(): void {
    const context = this.rings.getContext('2d');
    const { frame, palette } = this;
    if (!context || !frame || !palette) return;
    const sharpness = devicePixelRatio || 1;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    context.clearRect(0, 0, this.rings.width, this.rings.height);
    const ring = (block: Block, colour: string, width: number) => {
      const { x, y, width: wide, height } = rectOf(block, frame);
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(x + width / 2, y + width / 2, Math.max(1, wide - width), Math.max(1, height - width));
    };
    const { hovered, selected } = this;
    // All copies of a node are meant, whichever one the pointer is on.
    for (const block of this.blocks) {
      if (hovered && block.node === hovered.node) ring(block, cssOf(palette.foreground), block === hovered ? 2 : 1);
    }
    if (selected && document.activeElement === this.stage) {
      ring(selected, cssOf(palette.background), 5);
      ring(selected, getComputedStyle(this.element).getPropertyValue('--focus').trim() || cssOf(palette.found), 3);
    }
  }

  private blockOn(way: readonly string[]): Block | undefined {
    let block = this.blocks[0];
    for (const key of way) {
      const index = block?.children.find((child) => this.blocks[child]?.node.key === key);
      block = index === undefined ? undefined : this.blocks[index];
      if (!block) return undefined;
    }
    return block;
  }

  private choose(block: Block): void {
    this.selected = block;
    this.selectedWay = wayTo(this.blocks, block);
    this.point(block);
    if (this.shown) this.told.textContent = blockSentence(block, this.copies.get(block.node) ?? 1, this.shown.graph);
  }

  private point(block: Block | undefined): void {
    const { shown, frame } = this;
    this.hovered = block;
    this.drawRings();
    if (!block || !shown || !frame) {
      this.tooltip.hide();
      return;
    }
    const copies = this.copies.get(block.node) ?? 1;
    this.tooltip.show(block, rectOf(block, frame), this.area, copies, shown.graph);
  }

  private listen(): void {
    const { stage } = this;
    const blockOf = (event: MouseEvent) => {
      const box = stage.getBoundingClientRect();
      return this.frame && blockAt(this.blocks, this.frame, event.clientX - box.left, event.clientY - box.top);
    };
    stage.addEventListener('pointermove', (event) => {
      const block = blockOf(event);
      if (block !== this.hovered) this.point(block);
      stage.style.cursor = block ? 'pointer' : 'default';
    });
    stage.addEventListener('pointerleave', () => this.point(undefined));
    stage.addEventListener('focus', () => this.drawRings());
    stage.addEventListener('blur', () => this.point(undefined));
    stage.addEventListener('click', (event) => {
      const block = blockOf(event);
      if (block) this.events.enter(block);
    });
    stage.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      // Of the menu key the place is that of the keyboard.
      const block = event.button === 2 ? blockOf(event) : this.selected;
      if (block) this.openMenu(block, event.button === 2 ? { x: event.clientX, y: event.clientY } : undefined);
    });
    stage.addEventListener('keydown', (event) => this.onKey(event));
  }

  private openMenu(block: Block, place: { x: number; y: number } | undefined): void {
    const { frame } = this;
    if (!frame) return;
    const box = this.stage.getBoundingClientRect();
    const rect = rectOf(block, frame);
    this.selected = block;
    this.selectedWay = wayTo(this.blocks, block);
    this.tooltip.hide();
    this.events.menu(block, place ?? { x: box.left + rect.x + 12, y: box.top + rect.y + Math.min(rect.height, 20) });
  }

  private onKey(event: KeyboardEvent): void {
    const { selected, shown } = this;
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!selected || !shown || ctrlKey || metaKey) return;
    if (altKey) {
      if (key === 'ArrowLeft') this.events.back();
      else if (key === 'ArrowRight') this.events.forward();
      else return;
    } else if (key === 'Enter' || key === ' ') this.events.enter(selected);
    else if (key === 'Backspace') this.events.back();
    else if (key === 'Escape') this.point(undefined);
    else if (key === 'p' || key === 'P') this.events.pin(selected);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) this.openMenu(selected, undefined);
    else if (isBlockKey(key)) {
      const to = neighbour(this.blocks, selected, key, shown.direction);
      if (to) this.choose(to);
    } else return;
    event.preventDefault();
  }
}
