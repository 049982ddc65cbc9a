import { commentRoutes } from "@atoll/contract/comments/routes";
import type { Comment, NewComment, Subject } from "@atoll/contract/comments/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { uuidv7 } from "uuidv7";
import type { Database } from "../src/tables.ts";
import { createPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";
import { createTaskRow } from "./task-factory.ts";

/** A signed-in person with everything that tests of comments do all the time. */
export type Commenter = Awaited<ReturnType<typeof createCommenter>>;

export async function createCommenter(server: TestServer, name: string, roles: string[] = ["user"]) {
  return commenterOf(await server.signIn(await createPerson(server.db, { name, roles })));
}

/** Somebody who is signed in, as one who comments. */
export function commenterOf(signedIn: SignedIn) {
  const { client, user } = signedIn;
  const on = ({ kind, id }: Subject) => ({ params: { kind, subjectId: id } });
  const of = ({ id }: { id: string }) => ({ params: { commentId: id } });
  const draft = (content: string, more: Partial<NewComment> = {}) => ({ id: uuidv7(), content, ...more });
  return {
    ...signedIn,
    id: user.id,
    name: user.name,
    list: (subject: Subject, query: RouteCall<typeof commentRoutes.listComments>["query"] = {}) =>
      client.call(commentRoutes.listComments, { ...on(subject), query }),
    comment: async (subject: Subject, content: string, more: Partial<NewComment> = {}): Promise<Comment> =>
      (await client.call(commentRoutes.postComment, { ...on(subject), body: draft(content, more) })).comment,
    edit: async (comment: Comment, content: string, mentionIds: string[] = []): Promise<Comment> => {
      const body = { content, mentionIds, version: comment.version };
      return (await client.call(commentRoutes.editComment, { ...of(comment), body })).comment;
    },
    remove: (comment: { id: string }) => client.call(commentRoutes.deleteComment, of(comment)),
    refused: {
      list: (subject: Subject, query: RouteCall<typeof commentRoutes.listComments>["query"] = {}) =>
        codeOf(client.refused(commentRoutes.listComments, { ...on(subject), query })),
      comment: (subject: Subject, content: string, more: Partial<NewComment> = {}) =>
        codeOf(client.refused(commentRoutes.postComment, { ...on(subject), body: draft(content, more) })),
      edit: (comment: Comment, content: string) =>
        codeOf(
          client.refused(commentRoutes.editComment, {
            ...of(comment),
            body: { content, version: comment.version },
          }),
        ),
      remove: (comment: { id: string }) => codeOf(client.refused(commentRoutes.deleteComment, of(comment))),
    },
  };
}

/** A task of somebody, for somebody else to do, as what is commented on. */
export async function createTaskSubject(
  db: Database,
  creator: { id: string },
  assignee: { id: string } | undefined,
): Promise<Subject> {
  const id = await createTaskRow(db, creator.id, { assignee_id: assignee?.id ?? null });
  return { kind: "task", id };
}

async function codeOf(refused: Promise<{ body: { error: { code: string } } }>): Promise<string> {
  return (await refused).body.error.code;
}
