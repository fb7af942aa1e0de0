// Objects that the recorder has sampled: each stands for others.

/** How many objects one stands for that was sampled at such an interval, or at none. */
export const weightOf = (bytes = 0, interval?: unknown): number =>
  typeof interval === 'number' && interval > 0 ? -1 / Math.expm1(-bytes / interval) : 1;
