import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ListedIdea } from "@atoll/contract/ideas/schemas";
import type { ShownIdeas } from "../data/filter.ts";
import type { RenderIdeaLink } from "../idea-row.tsx";

export interface IdeaBoardProps {
  statuses: readonly IdeaStatus[];
  shown: ShownIdeas;
  renderLink: RenderIdeaLink;
  /** Whether the viewer may move a card: they manage ideas, or own this one. */
  mayMove: (idea: ListedIdea) => boolean;
  /** The ideas of a status as a list. */
  onList: (status: IdeaStatus) => void;
}
