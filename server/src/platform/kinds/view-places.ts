import type { ViewRules } from "@atoll/contract/saved-views/rules";

/**
 * A kind of page whose filters people save as views. The slice of the page says what its address can contain and who
 * may open it; the slice `saved-views` does everything else.
 */
export interface ViewPlace<Viewer, Db> {
  /** The part of a place before the colon: "cards". Stored with each view, so it must never change. */
  kind: string;
  /**
   * Returns what the address of a page can contain. Undefined if the page does not exist, or the viewer may not see it.
   * @param section the part of the place after the colon; empty for a page without sections.
   */
  rulesOf(db: Db, viewer: Viewer, section: string): Promise<ViewRules | undefined>;
}

/** Creates the registry: returns what the address of a place can contain, as `rulesOf` does. */
export function createViewPlaces<Viewer, Db>(places: readonly ViewPlace<Viewer, Db>[]) {
  return async (db: Db, viewer: Viewer, place: string): Promise<ViewRules | undefined> => {
    const [kind, section = ""] = place.split(":");
    return places.find((one) => one.kind === kind)?.rulesOf(db, viewer, section);
  };
}
