// How often the engine may end by itself before it is no longer started by itself: a trace that crashes it would otherwise do
// so for ever.
const windowMs = 3 * 60_000;
const most = 4;

export class CrashBudget {
  private times: number[] = [];

  get count(): number {
    return this.times.length;
  }
  note(now: number): void {
    this.times.push(now);
  }
  mayStart(now: number): boolean {
    this.times = this.times.filter((time) => now - time < windowMs);
    return this.times.length < most;
  }
  reset(): void {
    this.times = [];
  }
}
