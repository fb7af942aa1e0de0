// What is said of a program while it is being recorded, and how it ended: how long, how many points, and whether the views follow it. One
// button turns that off and on, one takes a point. A line of its own below the tabs, whose place is kept to the end, so that nothing moves.

import { clock, counted } from '../../shared/format';
import type { InfoAnswer } from '../../shared/protocol/answers';
import { button, element } from './dom';
import { strings } from './strings';

const text = strings.recording;

export interface RecordingBarEvents {
  /** What is newest is to be shown from now on. */
  follow(): void;
  /** What is shown is to stay. */
  pause(): void;
  takePoint(): void;
}

export class RecordingBar {
  readonly element = element('section', {
    class: 'recording-bar',
    testId: 'recording-bar',
    'aria-label': text.label,
  });
  private readonly dot = element('span', { class: 'dot', 'aria-hidden': true });
  private readonly state = element('span', { class: 'state', testId: 'recording-state' });
  private readonly time = element('span', { class: 'time', role: 'timer', 'aria-live': 'off' });
  private readonly points = element('span', { class: 'points', testId: 'recording-points' });
  private readonly told = element('span', { class: 'for-screen-readers', role: 'status' });
  private readonly point: HTMLButtonElement;
  private readonly pause: HTMLButtonElement;
  private readonly follow: HTMLButtonElement;
  private isRunning = true;
  private isFollowing = true;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private began = 0;

  constructor({ follow, pause, takePoint }: RecordingBarEvents) {
    const { takePoint: label, takePointTitle: title } = text;
    this.point = button(label, takePoint, { class: 'secondary', testId: 'take-point', title });
    this.pause = button(text.pause, () => this.switchBy(pause, this.follow), {
      class: 'secondary',
      testId: 'pause',
      title: text.pauseTitle,
    });
    this.follow = button(text.follow, () => this.switchBy(follow, this.pause), {
      class: 'secondary',
      testId: 'follow',
    });
    const buttons = element('span', { class: 'buttons' }, this.point, this.pause, this.follow);
    this.element.append(this.dot, this.state, this.time, this.points, buttons, this.told);
  }

  /** @param seconds how long it has been recorded, while it is */
  show({ trace }: InfoAnswer, seconds: number | undefined): void {
    const state = stateWords(trace);
    if (this.state.textContent !== '' && this.state.textContent !== state) this.told.textContent = state;
    this.state.textContent = state;
    this.points.textContent = counted(trace.points, text.points);
    this.element.dataset.state = trace.recording?.state ?? '';
    this.isRunning = trace.recording?.state === 'running';
    this.follow.textContent = this.isRunning ? text.follow : text.showAll;
    this.follow.title = this.isRunning ? text.followTitle : text.showAllTitle;
    this.showFollowing(this.isFollowing);
    if (seconds !== undefined) this.tickFrom(seconds);
    else this.stop();
  }

  /** @param isFollowing whether the views show what is newest; otherwise they stay as they are */
  showFollowing(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    this.point.hidden = !this.isRunning;
    this.pause.hidden = !(isFollowing && this.isRunning);
    this.follow.hidden = isFollowing;
  }

  stop(): void {
    clearInterval(this.ticking);
    this.ticking = undefined;
  }

  /** The two halves of the switch take each other's place: the keyboard stays there. */
  private switchBy(act: () => void, other: HTMLButtonElement): void {
    act();
    if (!other.hidden) other.focus();
  }

  private tickFrom(seconds: number): void {
    this.began = performance.now() / 1000 - seconds;
    const tick = () => {
      this.time.textContent = clock(performance.now() / 1000 - this.began);
    };
    tick();
    this.ticking ??= setInterval(tick, 1000);
  }
}

function stateWords({ recording, endsAtExit }: InfoAnswer['trace']): string {
  if (recording?.state === 'running') return text.running;
  if (recording?.state === 'cut') return text.killed;
  return endsAtExit ? text.ended : text.detached;
}
