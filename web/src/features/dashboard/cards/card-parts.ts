import type { CardContent } from "@atoll/contract/dashboard/content-schemas";
import type { CardOptions } from "@atoll/contract/dashboard/layout-schemas";
import type { ContentType } from "@atoll/contract/dashboard/limits";
import type { PermissionHolder } from "@atoll/contract/permissions";
import type { ComponentType } from "react";
import type { LiveHandlers } from "../../../capabilities/live/follow-query.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import type { LazyPart } from "../../../ui/base/lazy-part.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import type { Dashboard } from "../data/dashboard.ts";

/** The props of a card. */
export interface CardBodyProps {
  options: CardOptions;
  /** A panel of the standard dashboard, which shows what the specification says of it. */
  isPanel: boolean;
  /** Null: it holds nothing of the server's. */
  content: CardContent | null;
  /** For a card whose content is the browser's: whether it has nothing to list, so that it needs less room. */
  onEmpty?: ((isEmpty: boolean) => void) | undefined;
}

export interface CardOptionsProps {
  options: CardOptions;
  onChange: (options: CardOptions) => void;
}

/** The title, icon and content of the cards of one type. */
export interface CardParts {
  icon: IconType;
  /** As the panel is called, and a card that has no title of its own. */
  names: { panel: string; card: string };
  /** In the head: where all of it is. */
  link: { label: string; to: string } | null;
  canHave?: (viewer: PermissionHolder) => boolean;
  Body: ComponentType<CardBodyProps>;
  /** Returns the text shown for an error; by default its own message. */
  sayError?: (message: string) => string;
  /** Right of the title. */
  Counts?: ComponentType<CardBodyProps>;
  /** The fields that say what a card shows, loaded when somebody looks for them. */
  options?: LazyPart<{ Options: ComponentType<CardOptionsProps> }>;
}

/** The parts that an area contributes to dashboards. */
export interface DashboardParts {
  cards: Partial<Record<ContentType, CardParts>>;
  /** Applies the area's events to the dashboard. */
  live?: (signedIn: SignedIn) => LiveHandlers<Dashboard>;
}
