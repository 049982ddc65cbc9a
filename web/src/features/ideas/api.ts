import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type {
  IdeaChange,
  IdeaDecision,
  IdeaScore,
  IdeasChange,
  NewIdea,
} from "@atoll/contract/ideas/schemas";
import { call } from "../../lib/server/api-client.ts";

const of = (ideaId: string) => ({ params: { ideaId } });

export async function createIdea(body: NewIdea) {
  return (await call(routes.createIdea, { body })).idea;
}

export async function changeIdea(id: string, body: IdeaChange) {
  return (await call(routes.changeIdea, { ...of(id), body })).idea;
}

export const deleteIdea = (id: string) => call(routes.deleteIdea, of(id));

export async function decideIdea(id: string, body: IdeaDecision) {
  return (await call(routes.decideIdea, { ...of(id), body })).idea;
}

export const changeIdeas = (body: IdeasChange) => call(routes.changeIdeas, { body });

/** @param score null: forgets the viewer's own. */
let scoring: Promise<unknown> = Promise.resolve();

/** Saves a score, or takes it back, after those before it: two choices in quick succession do not overtake each other. */
export function scoreIdea(id: string, score: IdeaScore | null) {
  const answer = scoring.then(async () =>
    score === null
      ? (await call(routes.clearIdeaScore, of(id))).idea
      : (await call(routes.scoreIdea, { ...of(id), body: score })).idea,
  );
  scoring = answer.catch(() => undefined);
  return answer;
}

export const promoteIdea = (
  id: string,
  body: {
    id: string;
    title: string;
    departmentId: string | null;
    assigneeId: string | null;
    seenTasks: number;
  },
) => call(routes.promoteIdea, { ...of(id), body });
