/** A citation in any of the ways that models write one: `[2]`, `[1, 3]`, `[^2]`, `【2】`. */
const citation = /[[【]\s*\^?(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\s*[\]】]|\[\?\]/g;
/** The longest text that may still become a citation. */
const maxOpen = 24;

/**
 * Writes citations as `[n]` and leaves out those of passages that the model was not given, in whatever pieces the text
 * arrives. A model cannot write `[?]` itself.
 */
export function createCitationFilter(count: number): { add(text: string): string; end(): string } {
  let held = "";
  return {
    add(text) {
      held += text;
      const from = openBracket(held);
      const ready = held.slice(0, from);
      held = held.slice(from);
      return replaceCitations(ready, count);
    },
    end() {
      const rest = held;
      held = "";
      return cleanCitations(rest, count);
    },
  };
}

/** A citation that a stop or a limit has cut off. */
const half = /\s*[[【]\s*\^?\d{0,3}(?:\s*[,;]\s*\d{0,3})*\s*$/;

/** As the filter, for a whole text, also for one that ends within a citation. */
export function cleanCitations(text: string, count: number): string {
  return replaceCitations(text, count).replace(half, "");
}

function replaceCitations(text: string, count: number): string {
  return text.replace(citation, (_found, numbers: string | undefined) =>
    (numbers ?? "")
      .split(/[,;]/)
      .map(Number)
      .filter((number) => number >= 1 && number <= count)
      .map((number) => `[${number}]`)
      .join(""),
  );
}

/** The passages that a text cites, by their numbers. */
export function citedIn(text: string): number[] {
  return [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number));
}

function openBracket(text: string): number {
  const from = Math.max(text.lastIndexOf("["), text.lastIndexOf("【"));
  return from >= 0 && text.length - from < maxOpen && !/[\]】]/.test(text.slice(from)) ? from : text.length;
}
