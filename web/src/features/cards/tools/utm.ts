/** The parts of a link that say where a visit comes from. */
export interface UtmParts {
  page: string;
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

/** "Photo Day A" as "photo-day-a": lower case, digits and dashes. */
export function asUtmWord(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The address with its parameters; those that it had of these names are replaced. Undefined for no address. */
export function utmLink({ page, source, medium, campaign, content }: UtmParts): string | undefined {
  const typed = /^https?:\/\//i.test(page) ? page : `https://${page}`;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url?.hostname.includes(".") || source === "" || medium === "" || campaign === "") return undefined;
  const words = { source, medium, campaign, content };
  for (const [name, word] of Object.entries(words)) {
    if (word === "") url.searchParams.delete(`utm_${name}`);
    else url.searchParams.set(`utm_${name}`, word);
  }
  return url.href;
}
