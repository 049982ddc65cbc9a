/** The list of erasures in a data folder: no part of a backup, so that a restored one does not bring back an older one. */
export const erasureListName = "erasures.jsonl";

export interface ListedErasure {
  id: string;
  personId: string;
  keepsTexts: boolean;
  at: string;
}

/** Reads the lines of the list. One that a killed server has not finished is left out: the database knows it still. */
export function parseErasureList(text: string): ListedErasure[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isListed(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

function isListed(value: unknown): value is ListedErasure {
  if (typeof value !== "object" || value === null) return false;
  const { id, personId, keepsTexts, at } = value as Partial<Record<keyof ListedErasure, unknown>>;
  return (
    typeof id === "string" &&
    typeof personId === "string" &&
    typeof keepsTexts === "boolean" &&
    typeof at === "string"
  );
}
