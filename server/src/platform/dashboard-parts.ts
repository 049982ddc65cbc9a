import type { ActivityItem, CardContent, ContentOf } from "@atoll/contract/dashboard/content-schemas";
import type { CardOptions } from "@atoll/contract/dashboard/layout-schemas";

/** What a panel or card asks for. */
export interface CardQuestion {
  /** A panel of the standard dashboard; else a card, which may show more lines. */
  isPanel: boolean;
  options: CardOptions;
}

/** Fills the panels and cards of one type, from what a viewer may read. The slice whose things it shows brings it. */
export type CardSource<Viewer, Context> = {
  [Type in CardContent["type"]]: {
    type: Type;
    read(context: Context, viewer: Viewer, question: CardQuestion): Promise<ContentOf<Type>>;
  };
}[CardContent["type"]];

/** What people did lately with things of one slice, of what a viewer may read: so many at the most, the newest first. */
export type ActivitySource<Viewer, Context> = (
  context: Context,
  viewer: Viewer,
  count: number,
) => Promise<ActivityItem[]>;

/** Everything that dashboards are filled from. */
export interface DashboardParts<Viewer, Context> {
  cards: readonly CardSource<Viewer, Context>[];
  activity: readonly ActivitySource<Viewer, Context>[];
}
