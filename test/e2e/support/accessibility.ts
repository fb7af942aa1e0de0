// What axe finds in a page or a frame of one. Every finding counts, whatever axe thinks of its impact.
import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** As short sentences. @param only rules' names; all rules where there are none @param within a part of the page */
export async function accessibilityFaults(page: Page | Frame, only?: string[], within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const findings = await page.evaluate(
    async ({ rules, part }) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<{ violations: Finding[] }> };
      };
      return (await axe.run(part ?? document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }))
        .violations;
    },
    { rules: only, part: within },
  );
  return findings.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}
