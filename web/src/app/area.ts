import type { PermissionHolder } from "@atoll/contract/permissions";
import type { Visitor } from "@atoll/contract/route-access";
import type { AnyRoute } from "@tanstack/react-router";
import type { Place } from "./navigation/place.ts";

/**
 * The part a slice adds to the first load of the workspace, as one value: `app/<slice>/area.ts` defines it, `areas.ts`
 * lists it, and router, sidebar, palette and breadcrumbs use it. Everything larger than a few words is loaded lazily, with
 * the like of other areas: `pages.ts`, `live.tsx`, `palette/area-goals.tsx`, `palette/shortcut-sheet.tsx` and
 * `dashboard/cards-of-dashboard.tsx`.
 */
export interface Area {
  /** Its pages, in the frame. Their code is loaded lazily. */
  routes: readonly AnyRoute[];
  places: readonly AreaPlace[];
  /** Cards that deep links name, by the part of the address. Specification, section 2. */
  cards?: Readonly<Record<string, string>>;
  /** Answers in the query cache that say what the viewer may do: asked for again when their rights change. */
  ruledByRights?: { key: string; canAsk: (viewer: PermissionHolder) => boolean };
}

export interface AreaPlace extends Place {
  /**
   * Where the navigation shows it: "parts" are below their parent while the person is inside. It is reached through
   * another page when left out.
   */
  group?: "main" | "tools" | "parts" | "foot";
  /** Whether it appears in the palette and at the bottom of the navigation. Always, if left out. */
  canOpen?: (viewer: Visitor) => boolean;
  /** It has no place in the navigation, and is offered in the palette all the same. */
  isOffered?: true;
  /** How many parts an address may go on by and still be this page, as a channel's goes on from the chat. */
  covers?: number;
}
