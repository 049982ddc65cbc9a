import type { Idea, IdeaEntry, ListedIdea, OpenIdea } from "@atoll/contract/ideas/schemas";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import type { ShownIdeas } from "./filter.ts";

/** Pure: an idea after an event. Its votes and everything else have a version each. */
export function withNews<Cached extends ListedIdea>(cached: Cached, idea: Idea): Cached {
  const newer = idea.version > cached.version ? { ...cached, ...idea } : cached;
  const votes = idea.voteVersion > cached.voteVersion ? idea : cached;
  const { voteCount, voteVersion } = votes;
  return newer === cached && votes === cached ? cached : { ...newer, voteCount, voteVersion };
}

export function withVotes<Cached extends ListedIdea>(
  cached: Cached,
  news: { count: number; version: number },
): Cached {
  if (news.version <= cached.voteVersion) return cached;
  return { ...cached, voteCount: news.count, voteVersion: news.version };
}

/** Whether an idea is one of a list, as far as it can be told without asking. */
function isShown(shown: ShownIdeas, idea: Idea): boolean {
  return (
    shown.statuses.includes(idea.status) &&
    (shown.departments.length === 0 || shown.departments.includes(idea.department?.id ?? "")) &&
    (shown.tag === "" || idea.tags.includes(shown.tag.toLowerCase())) &&
    idea.title.toLowerCase().includes(shown.title.toLowerCase())
  );
}

type Cached = CachedPages<ListedIdea>;

function changeItems(
  cached: Cached,
  change: (items: readonly ListedIdea[]) => readonly ListedIdea[],
): Cached {
  return { ...cached, pages: cached.pages.map((page) => ({ ...page, items: [...change(page.items)] })) };
}

function changeOne(cached: Cached, ideaId: string, change: (idea: ListedIdea) => ListedIdea): Cached {
  const isHere = cached.pages.some(({ items }) => items.some(({ id }) => id === ideaId));
  if (!isHere) return cached;
  return changeItems(cached, (items) => items.map((one) => (one.id === ideaId ? change(one) : one)));
}

/**
 * Handlers of a list. A vote changes a number and moves no row: the next fetch sorts again, so that nothing jumps
 * away under a finger.
 */
export function listEvents(shown: ShownIdeas): LiveHandlers<Cached> {
  return {
    "idea.changed"(cached, { idea }) {
      const there = cached.pages.flatMap(({ items }) => items).find(({ id }) => id === idea.id);
      if (!there) return isShown(shown, idea) ? refetchSpread() : cached;
      return changeItems(cached, (items) =>
        items
          .map((one) => (one.id === idea.id ? withNews(one, idea) : one))
          .filter((one) => one.id !== idea.id || isShown(shown, one)),
      );
    },
    "idea.gone": (cached, { ideaId }) =>
      changeItems(cached, (items) => items.filter(({ id }) => id !== ideaId)),
    "idea.scored": (cached, { ideaId, ownScore }) =>
      changeOne(cached, ideaId, (one) => ({ ...one, ownScore })),
    "votes.changed": (cached, { subject, ...news }) =>
      changeOne(cached, subject.id, (one) => withVotes(one, news)),
    "votes.own"(cached, { subject, isMine }) {
      if (subject.kind !== "idea") return cached;
      return shown.view === "voted"
        ? refetch()
        : changeOne(cached, subject.id, (one) => ({ ...one, hasVoted: isMine }));
    },
    // Somebody who joins a department or leaves one reads other ideas.
    "viewer.changed": refetch,
  };
}

/** An opened idea in the cache; `isGone` once the viewer may not see it any more. */
export interface CachedIdea {
  idea: OpenIdea;
  isGone: boolean;
}

/** Handlers of an opened idea. Texts, steps and tasks come with no event. */
export const openEvents: LiveHandlers<CachedIdea> = {
  "idea.changed"(cached, { idea }) {
    if (idea.id !== cached.idea.id) return cached;
    if (idea.version > cached.idea.version) return refetch();
    const next = withNews(cached.idea, idea);
    return next === cached.idea ? cached : { ...cached, idea: next };
  },
  "idea.gone": (cached, { ideaId }) => (ideaId === cached.idea.id ? refetch() : cached),
  "idea.scored": (cached, { ideaId, ownScore }) =>
    ideaId === cached.idea.id ? { ...cached, idea: { ...cached.idea, ownScore } } : cached,
  "votes.changed"(cached, { subject, ...news }) {
    if (subject.id !== cached.idea.id) return cached;
    const next = withVotes(cached.idea, news);
    return next === cached.idea ? cached : { ...cached, idea: next };
  },
  "votes.own": (cached, { subject, isMine }) =>
    subject.id === cached.idea.id ? { ...cached, idea: { ...cached.idea, hasVoted: isMine } } : cached,
  "task.changed": (cached, { task }) =>
    cached.idea.tasks.some(({ id }) => id === task.id)
      ? {
          ...cached,
          idea: {
            ...cached.idea,
            tasks: cached.idea.tasks.map((one) =>
              one.id === task.id
                ? {
                    id: task.id,
                    title: task.title,
                    status: task.status,
                    state: task.state,
                    due: task.due,
                    assignee: task.assignee,
                  }
                : one,
            ),
          },
        }
      : cached,
  "task.gone": (cached, { taskId }) =>
    cached.idea.tasks.some(({ id }) => id === taskId) ? refetch() : cached,
  "viewer.changed": refetch,
};

/** Handler of a list whose event has only the ID of an idea: it is fetched again. */
export const entryEvents = (ideaId: string): LiveHandlers<CachedPages<IdeaEntry>> => ({
  "idea.changed": (cached, { idea }) => (idea.id === ideaId ? refetch() : cached),
});

/** For events that many browsers receive at the same moment, and that can wait. */
export const summaryEvents = {
  "idea.changed": refetchSpread,
  "idea.gone": refetchSpread,
  "viewer.changed": refetch,
} as const;
