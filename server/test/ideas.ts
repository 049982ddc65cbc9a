import { commentRoutes } from "@atoll/contract/comments/routes";
import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import type { IdeaChange, IdeasChange, NewIdea, OpenIdea } from "@atoll/contract/ideas/schemas";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { Route, RouteCall } from "@atoll/contract/route";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { uuidv7 } from "uuidv7";
import { createPerson } from "./factories.ts";
import type { TestServer } from "./harness.ts";
import { everybodyNotified } from "./settled.ts";

/** A signed-in person with everything that tests of ideas do all the time. */
export type Thinker = Awaited<ReturnType<typeof createThinker>>;

export async function createThinker(
  server: TestServer,
  name: string,
  more: { roles?: string[]; departments?: string[] } = {},
) {
  const signedIn = await server.signIn(await createPerson(server.db, { name, ...more }));
  const { client, user } = signedIn;
  const of = (ideaId: string) => ({ params: { ideaId } });
  const subject = (subjectId: string) => ({ params: { kind: "idea", subjectId } });
  return {
    ...signedIn,
    id: user.id,
    post: async (wanted: Partial<NewIdea> = {}) =>
      (
        await client.call(routes.createIdea, {
          body: { id: uuidv7(), title: "A quieter kitchen", ...wanted },
        })
      ).idea,
    open: async (id: string) => (await client.call(routes.getIdea, of(id))).idea,
    list: async (query: RouteCall<typeof routes.listIdeas>["query"] = {}) =>
      (await client.call(routes.listIdeas, { query })).items,
    change: async (idea: Pick<OpenIdea, "id" | "textVersion">, change: Omit<IdeaChange, "textVersion">) =>
      (
        await client.call(routes.changeIdea, {
          ...of(idea.id),
          body: { textVersion: idea.textVersion, ...change },
        })
      ).idea,
    decide: async (
      idea: Pick<OpenIdea, "id" | "status">,
      status: IdeaStatus,
      reply = "We will.",
      id = uuidv7(),
    ) =>
      (
        await client.call(routes.decideIdea, {
          ...of(idea.id),
          body: { id, status, reply, seenStatus: idea.status },
        })
      ).idea,
    changeMany: async (ideaIds: string[], set: IdeasChange["set"], changeId = uuidv7()) =>
      (await client.call(routes.changeIdeas, { body: { changeId, ideaIds, set } })).ideas,
    undo: async (changeId: string) =>
      (await client.call(routes.undoIdeaChange, { params: { changeId } })).ideas,
    timeline: async (id: string) =>
      (await client.call(routes.listIdeaEntries, { ...of(id), query: {} })).items,
    vote: (id: string) => client.call(voteRoutes.castVote, subject(id)),
    withdraw: (id: string) => client.call(voteRoutes.withdrawVote, subject(id)),
    standing: async (id: string) => (await client.call(voteRoutes.readStanding, subject(id))).standing,
    follow: (id: string) => client.call(voteRoutes.follow, subject(id)),
    merge: (id: string, targetId: string) =>
      client.call(voteRoutes.mergeSubject, { ...subject(id), body: { targetId } }),
    unmerge: (id: string) => client.call(voteRoutes.unmergeSubject, subject(id)),
    moderate: (id: string, set: { isLocked: boolean; hiddenReason: string | null }) =>
      client.call(voteRoutes.moderateSubjects, {
        params: { kind: "idea" },
        body: { changes: [{ id, set }] },
      }),
    comment: (id: string, content: string, mentionIds: string[] = []) =>
      client.call(commentRoutes.postComment, { ...subject(id), body: { id: uuidv7(), content, mentionIds } }),
    /** The titles of the inbox, once everybody has been notified. */
    inbox: async (): Promise<string[]> => {
      await everybodyNotified(server.db);
      const { items } = await client.call(notificationRoutes.listNotifications, { query: {} });
      return items.map(({ title }) => title);
    },
    /** The code that it is refused with. */
    refused: async <R extends Route>(route: R, input: RouteCall<R>): Promise<string> =>
      (await client.refused(route, input)).body.error.code,
  };
}
