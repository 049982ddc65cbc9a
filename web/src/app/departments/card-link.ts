import type { Department } from "@atoll/contract/identity/schemas";
import { isUuid } from "@atoll/contract/uuid";

/** Where the cards of each type are, and a list of them. Specification, section 2 (deep links). */
const places: Readonly<Record<string, { list: string; one: (id: string) => string }>> = {
  announcements: { list: "/announcements", one: (id) => `/announcements/${id}` },
  tasks: { list: "/tasks", one: (id) => `/tasks?task=${id}` },
  events: { list: "/calendar", one: (id) => `/calendar?event=${id}` },
  chat: { list: "/chat", one: (id) => `/chat/channel/${id}` },
};

/**
 * Returns the page that a deep link to a card, or to a list with its filters and order, leads to. Undefined if it leads
 * to nothing.
 * @param department the department in the link; undefined for `/dashboard`.
 * @param query the query of the link, with its question mark, or empty.
 */
export function followCardLink(
  department: Pick<Department, "id"> | undefined,
  type: string,
  cardId: string | undefined,
  query: string,
): string | undefined {
  const place = Object.hasOwn(places, type) ? places[type] : undefined;
  if (!place) return undefined;
  if (cardId !== undefined) return isUuid(cardId) ? place.one(cardId) : undefined;
  const search = new URLSearchParams(query);
  if (department && type === "tasks" && !search.has("department")) search.set("department", department.id);
  return search.size === 0 ? place.list : `${place.list}?${search}`;
}
