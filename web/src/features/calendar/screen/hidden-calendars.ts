import { parseJson } from "../../../lib/shape.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";

const key = (viewerId: string) => `atoll.calendar.hidden.${viewerId}`;

export function readHidden(viewerId: string): readonly string[] {
  const stored = parseJson(openTextStorage().getItem(key(viewerId)));
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}

export function writeHidden(viewerId: string, hidden: readonly string[]): void {
  try {
    openTextStorage().setItem(key(viewerId), JSON.stringify(hidden));
  } catch {
    // The storage is full: the next visit begins with all of them.
  }
}
