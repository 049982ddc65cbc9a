import { parseJson } from "../../lib/shape.ts";
import { openTextStorage } from "../../lib/text-storage.ts";
import { readTaskSearch, type TaskSearch } from "./task-search.ts";

const key = (viewerId: string) => `atoll.tasks.view.${viewerId}`;

/** Returns the filters from the person's last visit in this browser. */
export function readLastView(viewerId: string): TaskSearch {
  const stored = parseJson(openTextStorage().getItem(key(viewerId)));
  return typeof stored === "object" && stored !== null ? readTaskSearch({ ...stored }) : {};
}

export function keepLastView(viewerId: string, search: TaskSearch): void {
  try {
    openTextStorage().setItem(key(viewerId), JSON.stringify(search));
  } catch {
    // The storage is full: the next visit begins with everything.
  }
}
