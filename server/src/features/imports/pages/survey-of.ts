import type { FoundLine, Survey } from "../archive/records.ts";
import { unknownPerson } from "../task-words.ts";
import type { PageTree } from "./page-tree.ts";

/**
 * Returns the plan of an export whose folders are the tree.
 * @param people how many pages each person wrote, by the names that the pages have.
 */
export function surveyOf(
  { pages, places, files, namedTwice }: PageTree,
  people: ReadonlyMap<string, number>,
  lines: readonly FoundLine[],
): Survey {
  const taken = new Set(pages.flatMap((page) => page.files));
  const loose = [...files].filter((path) => !taken.has(path));
  return {
    people: [...people].map(([key, recordCount]) => ({
      ...{ key, name: key === unknownPerson ? "Unknown person" : key, isBot: false, recordCount },
      email: key.includes("@") ? key.toLowerCase() : "",
    })),
    places: places.map(({ key, name, count }) => ({
      ...{
        key,
        kind: "space" as const,
        name,
        topic: "",
        description: "",
        isArchived: false,
        creatorKey: null,
      },
      ...{ createdAt: null, memberKeys: [], recordCount: count },
    })),
    units: places.flatMap(({ key }) => [
      { placeKeys: [key], paths: [key] },
      { placeKeys: [key], paths: [] },
    ]),
    lines: [
      ...namedTwice.map((detail) => ({ kind: "page_named_twice", detail })),
      ...lines,
      ...loose.map((detail) => ({ kind: "file_without_page", detail })),
    ],
    counts: { people: people.size - 1, spaces: places.length, records: pages.length, files: files.size },
  };
}
