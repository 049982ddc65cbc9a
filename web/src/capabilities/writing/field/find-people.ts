import type { Person } from "@atoll/contract/people/schemas";
import { authorName } from "../../people/author-name.ts";

/** People whose name holds every word of the query as the beginning of one of its own; best match first. */
export function findPeople<One extends Person>(people: readonly One[], query: string, max: number): One[] {
  const wanted = fold(query);
  const words = wanted.split(" ").filter((word) => word !== "");
  const ranked = people.flatMap((person) => {
    const name = fold(authorName(person));
    const own = name.split(/[\s-]+/);
    if (name.startsWith(wanted)) return [{ person, rank: 0 }];
    return words.every((word) => own.some((part) => part.startsWith(word))) ? [{ person, rank: 1 }] : [];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, max)
    .map(({ person }) => person);
}

/** Without case and accents: nobody should need a dead key to call Zoë. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
