/** Models for vectors read little at once, and a vector of a long text is near to nothing. */
const partLength = 1500;
const maxParts = 12;

/** A text in parts that end between words, each with its title. Text past the last part is found by its words only. */
export function splitText(title: string, body: string): string[] {
  const parts: string[] = [];
  let rest = body.trim();
  while (rest.length > 0 && parts.length < maxParts) {
    const end = rest.length <= partLength ? rest.length : endOfPart(rest);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  const named = title.trim();
  if (parts.length === 0) return named === "" ? [] : [named];
  return parts.map((part) => (named === "" ? part : `${named}\n${part}`));
}

function endOfPart(text: string): number {
  const head = text.slice(0, partLength);
  const end = Math.max(head.lastIndexOf("\n\n"), head.lastIndexOf(". "), partLength / 2);
  const space = head.lastIndexOf(" ");
  return end > partLength / 2 ? end + 1 : Math.max(space, partLength / 2);
}
