// A page of a list: what questions about long lists ask for, so that no message grows large. Whoever shows, keeps or saves a list page by
// page asks for it so.

/** At most `limit` rows from the one numbered `offset` on. */
export interface Page {
  offset: number;
  limit: number;
}

/** What comes after the rows that are there already. */
export const pageAfter = (there: number, limit: number): Page => ({ offset: there, limit });

/** Whether there is a page after the rows that are there already. */
export const goesOn = (there: number, total: number): boolean => there < total;

/** Where the pages of a list lie that are all equally long: the number of the one with this row. */
export const pageWith = (row: number, limit: number): number => Math.floor(row / limit);

export const pageNumbered = (page: number, limit: number): Page => ({ offset: page * limit, limit });

/** Asks for one page after the other; whoever takes them ends it. */
export async function* pagesInOrder<Answer>(
  ask: (page: Page) => Promise<Answer>,
  limit: number,
): AsyncGenerator<Answer, never> {
  for (let page = 0; ; page++) yield await ask(pageNumbered(page, limit));
}
