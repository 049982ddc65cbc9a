import type { ActivityItem, CardContent, ContentOf } from "@atoll/contract/dashboard/content-schemas";
import type { CardOptions } from "@atoll/contract/dashboard/layout-schemas";

/** The request of a panel or card. */
export interface CardQuestion {
  /** Whether it is a panel of the standard dashboard. A card may show more lines. */
  isPanel: boolean;
  options: CardOptions;
}

/**
 * Returns the content of panels and cards of one type that the viewer may read. Provided by the slice that owns the
 * things.
 */
export type CardSource<Viewer, Context> = {
  [Type in CardContent["type"]]: {
    type: Type;
    read(context: Context, viewer: Viewer, question: CardQuestion): Promise<ContentOf<Type>>;
  };
}[CardContent["type"]];

/** Returns the newest recent actions on a slice's things that the viewer may read, at most as many as requested. */
export type ActivitySource<Viewer, Context> = (
  context: Context,
  viewer: Viewer,
  count: number,
) => Promise<ActivityItem[]>;

/** The sources of all dashboard content. */
export interface DashboardParts<Viewer, Context> {
  cards: readonly CardSource<Viewer, Context>[];
  activity: readonly ActivitySource<Viewer, Context>[];
}
