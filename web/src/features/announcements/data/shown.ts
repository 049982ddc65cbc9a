import type { AnnouncementPriority, AnnouncementState } from "@atoll/contract/announcements/limits";
import { defineListSearch, oneOf } from "@atoll/contract/list-search";

/** The lists to choose from, as the address names them. */
export const shownLists = {
  all: "All",
  unread: "Unread",
  urgent: "Urgent",
  confirm: "To confirm",
  published: "Published",
  drafts: "Drafts",
  scheduled: "Scheduled",
  expired: "Expired",
  archived: "Archived",
} as const;
export type ShownList = keyof typeof shownLists;

/** The address of the list. */
export const announcementSearch = defineListSearch({
  show: oneOf(Object.keys(shownLists) as ["all", ...ShownList[]]),
});

/** Those of people who write or publish: whomever the announcements are for. */
export const managedLists = ["published", "drafts", "scheduled", "expired", "archived"] as const;

export interface ListQuery {
  state: AnnouncementState;
  scope: "mine" | "managed";
  unread: "only" | "all";
  toConfirm: "only" | "all";
  priority?: AnnouncementPriority;
}

const managed = (state: AnnouncementState): ListQuery => ({
  state,
  scope: "managed",
  unread: "all",
  toConfirm: "all",
});
const mine = { state: "PUBLISHED", scope: "mine", unread: "all", toConfirm: "all" } as const;

export const queries: Record<ShownList, ListQuery> = {
  all: mine,
  unread: { ...mine, unread: "only" },
  urgent: { ...mine, priority: "URGENT" },
  confirm: { ...mine, toConfirm: "only" },
  published: managed("PUBLISHED"),
  drafts: managed("DRAFT"),
  scheduled: managed("SCHEDULED"),
  expired: managed("EXPIRED"),
  archived: managed("ARCHIVED"),
};
