/** The types of cards. Specification, section 2 (Dashboard: cards the user adds). */
export const cardTypes = [
  "announcements",
  "tasks",
  "events",
  "chat",
  "ideas",
  "questions",
  "knowledge",
  "onboarding",
  "boards",
  "cards",
] as const;
export type CardType = (typeof cardTypes)[number];

/**
 * The panels of every dashboard. Their IDs are their names. They can be moved and resized like a card, but not removed.
 */
export const panelIds = ["announcements", "tasks", "events", "activity"] as const;
export type PanelId = (typeof panelIds)[number];

/** The types of content of a panel or card. */
export const contentTypes = [...cardTypes, "activity"] as const;
export type ContentType = (typeof contentTypes)[number];

export function isPanelId(id: string): id is PanelId {
  return panelIds.some((panel) => panel === id);
}

/** The grid that cards stand in. A row and the gap below it are 100 pixels high. */
export const gridColumns = 12;
export const maxGridRow = 400;
export const maxCardRows = 12;
/** That a person adds. */
export const maxCards = 24;
/** By one default. */
export const maxPinnedCards = 8;
/** In addition to a person's own cards there are the panels, and the fixed cards of their roles' defaults. */
export const maxArrangedCards = 100;
export const cardTitleMaxLength = 60;

/** How many lines each list has. Specification, section 9. */
export const cardItems = 5;
export const panelAnnouncements = 3;
export const activityItems = 10;
/** So many are looked at of each source of the recent activity. Specification, section 9. */
export const activityPerSource = 20;

export interface GridSize {
  w: number;
  h: number;
}

/** In columns and rows. Specification, section 9: 400 by 300 pixels, of which chat has 500 in height and more columns. */
export const defaultCardSize: Readonly<Record<CardType, GridSize>> = {
  announcements: { w: 4, h: 3 },
  tasks: { w: 4, h: 3 },
  events: { w: 4, h: 3 },
  chat: { w: 6, h: 4 },
  ideas: { w: 4, h: 3 },
  questions: { w: 4, h: 3 },
  knowledge: { w: 4, h: 3 },
  onboarding: { w: 4, h: 3 },
  boards: { w: 4, h: 3 },
  cards: { w: 4, h: 3 },
};

/** The minimum size of a card when it is resized, in pixels. Specification, sections 5 and 9. */
export const minCardSize = { width: 200, height: 150 };

/** Which announcements a card shows. */
export const announcementShows = ["all", "unread", "urgent"] as const;
/** Which events a card shows. */
export const eventRanges = ["today", "week", "month"] as const;
/** Which chats a card shows. */
export const chatShows = ["recent", "unread", "starred"] as const;
