import type { PermissionHolder } from "@atoll/contract/permissions";
import type { Visitor } from "@atoll/contract/route-access";
import type { AnyRoute } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { DashboardParts } from "../features/dashboard/cards/card-parts.ts";
import type { ShortcutGroup } from "../lib/page/shortcuts.ts";
import type { Place } from "./navigation/place.ts";
import type { Goal, GoalGroup } from "./palette/goal.ts";

/**
 * The part a slice adds to the workspace, as one value: `app/<slice>/area.ts` defines it, `areas.ts` lists it, and
 * router, sidebar, palette, breadcrumbs and frame use it. It is part of the first load, so everything larger than a few
 * words is loaded lazily.
 */
export interface Area {
  /** Its pages, in the frame. Their code is loaded lazily. */
  routes: readonly AnyRoute[];
  places: readonly AreaPlace[];
  /** Cards that deep links name, by the part of the address. Specification, section 2. */
  cards?: Readonly<Record<string, string>>;
  /** Loaded with the sheet that lists them. */
  shortcuts?: () => Promise<{ shortcutGroups: readonly ShortcutGroup[] }>;
  /** Loaded with the frame, before it is shown. */
  live?: () => Promise<LiveParts>;
  /** Loaded with the palette. */
  palette?: () => Promise<PaletteParts>;
  /** The content of panels and cards. Loaded with the dashboard. */
  dashboard?: () => Promise<DashboardParts>;
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

export interface LiveParts {
  /** Stands around the frame as long as somebody is signed in. */
  Session?: ComponentType<{ children: ReactNode }>;
  /** The counts next to its places in the navigation, by path. */
  counts?: Readonly<Record<string, ComponentType>>;
}

export interface PaletteParts {
  /** Calls its children with what it finds for the text. */
  Goals: ComponentType<AreaGoalsProps>;
}

export interface AreaGoalsProps {
  text: string;
  onGo: (path: string) => void;
  onClose: () => void;
  children: (goals: AreaGoals) => ReactNode;
}

export interface AreaGoals {
  /** Found for the text already. */
  found: readonly GoalGroup[];
  /** Found by their names. */
  places: readonly Goal[];
  actions: readonly Goal[];
  /** Comes from the server for the text: stands below all others, so that none of them moves when it is there. */
  later?: readonly GoalGroup[];
  error: string | null;
  isSearching: boolean;
}
