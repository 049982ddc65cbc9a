import type { Idea, IdeaEntry, ListedIdea, OpenIdea } from "@atoll/contract/ideas/schemas";
import { type LiveHandlers, refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import type { CachedPages } from "../../../capabilities/live/use-pages.ts";
import type { ShownIdeas } from "./filter.ts";

/** Pure: an idea after an event. Its votes and everything else have a version each. */
export function withNews<Held extends ListedIdea>(held: Held, idea: Idea): Held {
  const newer = idea.version > held.version ? { ...held, ...idea } : held;
  const votes = idea.voteVersion > held.voteVersion ? idea : held;
  const { voteCount, voteVersion } = votes;
  return newer === held && votes === held ? held : { ...newer, voteCount, voteVersion };
}

export function withVotes<Held extends ListedIdea>(
  held: Held,
  news: { count: number; version: number },
): Held {
  if (news.version <= held.voteVersion) return held;
  return { ...held, voteCount: news.count, voteVersion: news.version };
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

type Held = CachedPages<ListedIdea>;

function changeItems(held: Held, change: (items: readonly ListedIdea[]) => readonly ListedIdea[]): Held {
  return { ...held, pages: held.pages.map((page) => ({ ...page, items: [...change(page.items)] })) };
}

function changeOne(held: Held, ideaId: string, change: (idea: ListedIdea) => ListedIdea): Held {
  const isHere = held.pages.some(({ items }) => items.some(({ id }) => id === ideaId));
  if (!isHere) return held;
  return changeItems(held, (items) => items.map((one) => (one.id === ideaId ? change(one) : one)));
}

/**
 * Handlers of a list. A vote changes a number and moves no row: the next fetch sorts again, so that nothing jumps
 * away under a finger.
 */
export function listEvents(shown: ShownIdeas): LiveHandlers<Held> {
  return {
    "idea.changed"(held, { idea }) {
      const there = held.pages.flatMap(({ items }) => items).find(({ id }) => id === idea.id);
      if (!there) return isShown(shown, idea) ? refetchSpread() : held;
      return changeItems(held, (items) =>
        items
          .map((one) => (one.id === idea.id ? withNews(one, idea) : one))
          .filter((one) => one.id !== idea.id || isShown(shown, one)),
      );
    },
    "idea.gone": (held, { ideaId }) => changeItems(held, (items) => items.filter(({ id }) => id !== ideaId)),
    "idea.scored": (held, { ideaId, ownScore }) => changeOne(held, ideaId, (one) => ({ ...one, ownScore })),
    "votes.changed": (held, { subject, ...news }) =>
      changeOne(held, subject.id, (one) => withVotes(one, news)),
    "votes.own"(held, { subject, isMine }) {
      if (subject.kind !== "idea") return held;
      return shown.view === "voted"
        ? refetch()
        : changeOne(held, subject.id, (one) => ({ ...one, hasVoted: isMine }));
    },
    // Somebody who joins a department or leaves one reads other ideas.
    "viewer.changed": refetch,
  };
}

/** An opened idea in the cache; `isGone` once the viewer may not see it any more. */
export interface HeldIdea {
  idea: OpenIdea;
  isGone: boolean;
}

/** Handlers of an opened idea. Texts, steps and tasks come with no event. */
export const openEvents: LiveHandlers<HeldIdea> = {
  "idea.changed"(held, { idea }) {
    if (idea.id !== held.idea.id) return held;
    if (idea.version > held.idea.version) return refetch();
    const next = withNews(held.idea, idea);
    return next === held.idea ? held : { ...held, idea: next };
  },
  "idea.gone": (held, { ideaId }) => (ideaId === held.idea.id ? refetch() : held),
  "idea.scored": (held, { ideaId, ownScore }) =>
    ideaId === held.idea.id ? { ...held, idea: { ...held.idea, ownScore } } : held,
  "votes.changed"(held, { subject, ...news }) {
    if (subject.id !== held.idea.id) return held;
    const next = withVotes(held.idea, news);
    return next === held.idea ? held : { ...held, idea: next };
  },
  "votes.own": (held, { subject, isMine }) =>
    subject.id === held.idea.id ? { ...held, idea: { ...held.idea, hasVoted: isMine } } : held,
  "task.changed": (held, { task }) =>
    held.idea.tasks.some(({ id }) => id === task.id)
      ? {
          ...held,
          idea: {
            ...held.idea,
            tasks: held.idea.tasks.map((one) =>
              one.id === task.id
                ? {
                    id: task.id,
                    title: task.title,
                    status: task.status,
                    due: task.due,
                    assignee: task.assignee,
                  }
                : one,
            ),
          },
        }
      : held,
  "task.gone": (held, { taskId }) => (held.idea.tasks.some(({ id }) => id === taskId) ? refetch() : held),
  "viewer.changed": refetch,
};

/** Handler of a list whose event has only the ID of an idea: it is fetched again. */
export const entryEvents = (ideaId: string): LiveHandlers<CachedPages<IdeaEntry>> => ({
  "idea.changed": (held, { idea }) => (idea.id === ideaId ? refetch() : held),
});

/** For events that many browsers receive at the same moment, and that can wait. */
export const summaryEvents = {
  "idea.changed": refetchSpread,
  "idea.gone": refetchSpread,
  "viewer.changed": refetch,
} as const;
