import type { SearchParams } from "@atoll/contract/list-search";

/**
 * The type of a page's address, for links to it. It is text that the page itself reads by the definition: the
 * definition and its lists of values are not part of the first load.
 */
export const searchOf = <Definition, More extends string = never>(
  search: SearchParams<Definition> & { [Name in More]?: string | undefined },
) => search;

/**
 * Search parameters as plain text, `?q=12&view=starred`: the router's own way writes values as JSON, which
 * would put quotation marks around a search for a number.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value));
  }
  return params.size === 0 ? "" : `?${params}`;
}
