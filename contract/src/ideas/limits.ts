/** In the order in which an idea passes through them; a declined idea has left that order. */
export const ideaStatuses = ["new", "in_review", "planned", "started", "shipped", "declined"] as const;
export type IdeaStatus = (typeof ideaStatuses)[number];
export const ideaStatusNames: Readonly<Record<IdeaStatus, string>> = {
  new: "New",
  in_review: "In review",
  planned: "Planned",
  started: "Started",
  shipped: "Shipped",
  declined: "Declined",
};

/** The columns of the roadmap. */
export const roadmapStatuses = ["in_review", "planned", "started", "shipped"] as const;

/** The most votes first; those with the most recent votes; the newest; or shipped ideas alone, the last shipped first. */
export const ideaOrders = ["top", "trending", "newest", "shipped"] as const;
export type IdeaOrder = (typeof ideaOrders)[number];

/** All of them, the viewer's own, or those that the viewer voted for. */
export const ideaScopes = ["all", "mine", "voted"] as const;
export type IdeaScope = (typeof ideaScopes)[number];

/** In code points. */
export const ideaTitleMaxLength = 160;
export const ideaTextMaxLength = 20_000;
export const ideaReplyMaxLength = 2000;
/** The part of a text or a reply that lists show. */
export const ideaNoteLength = 300;
export const maxIdeaTags = 10;
/** Departments that an idea is for. */
export const maxIdeaAudience = 50;
/** Ideas that one change can include. */
export const maxIdeasAtOnce = 100;
/** Ideas in one page of a list. */
export const ideaPageSize = 30;
/** The number of ideas in one CSV file. */
export const maxExportedIdeas = 10_000;

export const maxImpact = 5;
/** The efforts that a person can choose, in weeks of one person. */
export const effortsInWeeks = [1, 2, 3, 5, 8, 13, 20] as const;
export const maxEffortWeeks = 20;

/** Tasks that one idea can become. */
export const maxIdeaTasks = 20;
/** Ideas that a card of the dashboard shows. */
export const ideaCardItems = 5;
/** How many shipped ideas the list shows next to the plot. */
export const shippedItems = 2;
/** The kinds of timeline entries. The names are stored. */
export const ideaEntryKinds = ["posted", "status", "merged", "unmerged", "edited", "owner", "task"] as const;
export type IdeaEntryKind = (typeof ideaEntryKinds)[number];
