import { kinds } from "../data/kinds.ts";
import type { ShownSearch } from "../data/shown.ts";

/** The names for IDs, if the browser knows them. */
export interface NamesOf {
  channel: (id: string) => string | undefined;
  department: (id: string) => string | undefined;
}

/** Pure: a search as one line: its words, then what narrows it down. */
export function inWords(shown: ShownSearch, names: NamesOf): string {
  const { q, kind, personId, channelId, departmentId, dates, hasFile } = shown;
  const parts = [
    q.trim(),
    kind && kinds[kind].many,
    personId && "of one person",
    channelId && `in ${names.channel(channelId) ?? "a channel"}`,
    departmentId && (names.department(departmentId) ?? "one department"),
    dates && "in a time",
    hasFile && "with a file",
  ];
  return parts.filter((part) => part).join(" · ");
}
