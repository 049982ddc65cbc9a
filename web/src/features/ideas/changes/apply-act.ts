import { ideaNoteLength } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { Unsettled } from "../../../capabilities/changes/change-queue.ts";
import type { IdeaAct } from "./idea-act.ts";

type Pending = readonly Unsettled<IdeaAct>[];

/** Pure: an idea as it will be after an act of the viewer. */
export function applyAct<Shown extends ListedIdea>(
  idea: Shown,
  act: IdeaAct,
  viewer: Person,
  at: string,
): Shown {
  const answer = act.act === "decide" ? act : act.set.answer;
  const isMoved = answer !== undefined && answer.status !== idea.status;
  const { reply = "" } = answer ?? {};
  const answered = answer && {
    status: answer.status,
    ...(isMoved && { statusAt: at }),
    // A reply is about a status: the next one without a reply has none.
    ...((isMoved || reply !== "") && {
      reply: reply === "" ? null : { note: [...reply].slice(0, ideaNoteLength).join(""), at, by: viewer },
      ...("replyText" in idea && { replyText: reply || null }),
    }),
  };
  if (act.act === "decide") return { ...idea, ...answered, targetOn: act.targetOn };
  const { addTags = [], removeTags = [] } = act.set;
  return {
    ...idea,
    ...answered,
    ...(act.owner !== undefined && { owner: act.owner }),
    tags: [...new Set([...idea.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])],
  };
}

/** Pure: ideas as they will be once the viewer's own changes have arrived. */
export function applyPending<Shown extends ListedIdea>(
  ideas: readonly Shown[],
  pending: Pending,
  viewer: Person,
): readonly Shown[] {
  if (pending.length === 0) return ideas;
  return ideas.map((idea) =>
    pending.reduce(
      (before, { body, createdAt }) =>
        body.about.includes(idea.id) ? applyAct(before, body.change, viewer, createdAt) : before,
      idea,
    ),
  );
}
