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
