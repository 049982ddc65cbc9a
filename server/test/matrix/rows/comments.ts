import { commentEvents } from "@atoll/contract/comments/events";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { uuidv7 } from "uuidv7";
import { createArticleRow } from "../../knowledge.ts";
import { createEventRow } from "../../planners.ts";
import { createTaskRow } from "../../task-factory.ts";
import { type Actor, type ActorName, admittedNames } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice, type EventInput } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";
import { managers, members } from "./event-things.ts";
import { readers as pageReaders, writers } from "./knowledge-things.ts";

interface Things {
  /** The author's task, for the member to do. */
  sharedId: string;
  /** The author's, for an administrator to do, who so may read it. */
  moderatedId: string;
  /** A task of a person who is not involved in anything else. */
  hiddenId: string;
  /** Each by the author, on the task of its name. */
  comments: Record<"shared" | "deleted", string>;
  /** A page of the author for Backend. Each of the threads is on its words or on those of its draft. */
  pageId: string;
  threads: Record<"onPage" | "onDraft", string>;
  /** A comment on the hidden task, by its creator. */
  hiddenComment: string;
  /** In Backend's calendar; the member is invited to the private one. Each has a comment. */
  events: Record<"open" | "secret", string>;
}

type Input = CaseInput<Things>;
const readers = ["author", "member"] as const;
const editors = ["author", ...writers] as const;
const ofPage = [...pageReaders, ...editors] as const;
const moderated = ["author", "admin"] as const;

/** The states of what is commented on. */
function subjectStates<Call>(call: (kind: string, subjectId: string, input: Input) => Call) {
  const none = signedIn("subject_not_found");
  return {
    "the author's task, for the member to do": {
      request: (input: Input) => call("task", input.things.sharedId, input),
      expect: signedIn("subject_not_found", each(readers, "ok")),
    },
    "a task of an administrator": {
      request: (input: Input) => call("task", input.things.moderatedId, input),
      expect: signedIn("subject_not_found", each(moderated, "ok")),
    },
    "a task of others": {
      request: (input: Input) => call("task", input.things.hiddenId, input),
      expect: none,
    },
    "an event of the department": {
      request: (input: Input) => call("event", input.things.events.open, input),
      expect: signedIn("subject_not_found", each([...members, ...managers], "ok")),
    },
    "an event of the department of which they see that time is taken": {
      request: (input: Input) => call("event", input.things.events.secret, input),
      expect: signedIn("subject_not_found", { member: "ok" }),
    },
    missing: { request: (input: Input) => call("task", uuidv7(), input), expect: none },
    "of a kind that there is not": {
      request: (input: Input) => call("moon", input.things.sharedId, input),
      expect: none,
    },
    malformed: {
      request: (input: Input) => call("task", "first", input),
      expect: signedIn("invalid_request"),
    },
  };
}

/** Threads that are for some, or for nobody. */
function threadStates() {
  const request = (threadId: string) => ({ params: { threadId } });
  return {
    "on a page for the department": {
      request: ({ things }: Input) => request(things.threads.onPage),
      expect: signedIn("comment_not_found", each(ofPage, "ok")),
    },
    "on the draft of a page for the department": {
      request: ({ things }: Input) => request(things.threads.onDraft),
      expect: signedIn("comment_not_found", each(editors, "ok")),
    },
    missing: { request: () => request(uuidv7()), expect: signedIn("comment_not_found") },
    malformed: { request: () => request("first"), expect: signedIn("invalid_request") },
  };
}

/** Comments that are nobody's, or none. */
function noComment<Call>(call: (commentId: string) => Call) {
  const none = signedIn("comment_not_found");
  return {
    "on a task of others": {
      request: ({ things }: Input) => call(things.hiddenComment),
      expect: none,
    },
    missing: { request: () => call(uuidv7()), expect: none },
    malformed: { request: () => call("first"), expect: signedIn("invalid_request") },
  };
}

export const commentSlice = defineSlice<typeof commentRoutes, keyof typeof commentEvents, Things>({
  name: "comments",
  routes: commentRoutes,
  eventNames: commentEvents,
  furnish,
  rows: {
    listComments: subjectStates((kind, subjectId) => ({ params: { kind, subjectId }, query: {} })),
    postComment: {
      ...subjectStates((kind, subjectId) => written(subjectId, { kind })),
      "under the id of another's comment": {
        request: ({ things }) => written(things.sharedId, { id: things.hiddenComment }),
        expect: signedIn("subject_not_found", each(readers, "comment_id_taken")),
      },
      "under the id of a deleted comment": {
        request: ({ things }) => written(things.sharedId, { id: things.comments.deleted }),
        expect: signedIn("subject_not_found", { author: "comment_not_found", member: "comment_id_taken" }),
      },
      "with a file that there is not": {
        request: ({ things }) => written(things.sharedId, { attachmentIds: [uuidv7()] }),
        expect: signedIn("subject_not_found", each(readers, "attachment_not_found")),
      },
      empty: {
        request: ({ things }) => written(things.sharedId, { content: " " }),
        expect: signedIn("invalid_request"),
      },
    },
    listCommentThreads: {
      "on a page for the department": {
        request: ({ things }) => listed("article", things.pageId),
        expect: signedIn("subject_not_found", each(ofPage, "ok")),
      },
      "on the draft of a page for the department": {
        request: ({ things }) => listed("article-draft", things.pageId),
        expect: signedIn("subject_not_found", each(editors, "ok")),
      },
      "on a thing without threads": {
        request: ({ things }) => listed("task", things.sharedId),
        expect: signedIn("subject_not_found"),
      },
      missing: { request: () => listed("article", uuidv7()), expect: signedIn("subject_not_found") },
      malformed: { request: () => listed("article", "first"), expect: signedIn("invalid_request") },
    },
    listCommentPeople: subjectStates((kind, subjectId) => ({ params: { kind, subjectId }, query: {} })),
    resolveCommentThread: threadStates(),
    reopenCommentThread: threadStates(),
    editComment: {
      "the author's": {
        request: async (input) => edit(await comment(input, "sharedId")),
        expect: signedIn("comment_not_found", { author: "ok", member: "forbidden" }),
      },
      "the author's, before an administrator": {
        request: async (input) => edit(await comment(input, "moderatedId")),
        expect: signedIn("comment_not_found", { author: "ok", admin: "forbidden" }),
      },
      "another version of it": {
        request: ({ things }) => edit(things.comments.shared, 7),
        expect: signedIn("comment_not_found", { author: "changed_meanwhile", member: "forbidden" }),
      },
      deleted: {
        request: ({ things }) => edit(things.comments.deleted),
        expect: signedIn("comment_not_found"),
      },
      ...noComment(edit),
    },
    deleteComment: {
      "the author's": {
        request: async (input) => of(await comment(input, "sharedId")),
        expect: signedIn("comment_not_found", { author: "ok", member: "forbidden" }),
      },
      "the author's, before an administrator": {
        request: async (input) => of(await comment(input, "moderatedId")),
        expect: signedIn("comment_not_found", { author: "ok", admin: "ok" }),
      },
      "deleted already": {
        request: ({ things }) => of(things.comments.deleted),
        expect: signedIn("comment_not_found", { author: "ok" }),
      },
      ...noComment(of),
    },
  },
  events: {
    "comment.posted": {
      change: async (input) => {
        await watchAll(input);
        await post(input.world, input.things.sharedId, input.world.actors.author, readers);
      },
      receivers: readers,
    },
    "comment.changed": {
      change: async (input) => {
        const { world, things } = input;
        const id = await post(world, things.sharedId, world.actors.author, readers);
        await watchAll(input);
        await must(world, world.actors.author, "PATCH", `/api/comments/${id}`, {
          content: world.secrets.hide("a comment", readers),
          version: 1,
        });
      },
      receivers: readers,
    },
    "comment.deleted": {
      change: async (input) => {
        const { world, things } = input;
        const id = await post(world, things.sharedId, world.actors.author, readers);
        await watchAll(input);
        await must(world, world.actors.author, "DELETE", `/api/comments/${id}`);
      },
      receivers: readers,
    },
    "comment.thread": {
      async change({ world, things, sockets }) {
        const subjects = [{ kind: "article", id: things.pageId }];
        await Promise.all(admittedNames.map((name) => sockets[name].ask("comments.watch", { subjects })));
        const path = `/api/comment-threads/${things.threads.onPage}/resolution`;
        await must(world, world.actors.author, "POST", path, {});
        await must(world, world.actors.author, "DELETE", path);
      },
      receivers: [...ofPage],
    },
  },
  commands: {
    // Things the sender cannot see are left out of the response, as if they did not exist.
    "comments.watch": {
      anybody: {
        payload: ({ things }) => ({
          subjects: [
            { kind: "task", id: things.sharedId },
            { kind: "task", id: things.hiddenId },
            { kind: "moon", id: things.sharedId },
            { kind: "task", id: uuidv7() },
          ],
        }),
        expect: signedIn("ok", { mustSetUp: "forbidden" }),
      },
      malformed: {
        payload: () => ({ subjects: [{ kind: "task", id: "first" }] }),
        expect: signedIn("invalid_request", { mustSetUp: "invalid_request" }),
      },
    },
  },
});

async function furnish(world: World): Promise<Things> {
  const { author, member, admin } = world.actors;
  const { id: colleagueId } = await world.newPerson({ name: "Commentator" });
  const events = {
    open: await eventOf(world, colleagueId, "normal", [...members, ...managers]),
    secret: await eventOf(world, colleagueId, "private", ["member"]),
  };
  const sharedId = await task(world, author.id, member.id);
  const moderatedId = await task(world, author.id, admin.id);
  const hiddenId = await task(world, colleagueId, null);
  const hiddenComment = uuidv7();
  await world.db
    .insertInto("comments")
    .values({
      id: hiddenComment,
      subject_kind: "task",
      subject_id: hiddenId,
      author_id: colleagueId,
      content: world.secrets.hide("a hidden comment", []),
      mentions: "[]",
      sent_hash: Buffer.alloc(0),
    })
    .execute();
  const comments = {
    shared: await post(world, sharedId, author, readers),
    deleted: await post(world, sharedId, author, []),
  };
  await must(world, author, "DELETE", `/api/comments/${comments.deleted}`);
  const pageId = await createArticleRow(world.db, author.id, {
    department_ids: [world.departmentIds.Backend ?? ""],
  });
  const threads = {
    onPage: await startThread(world, "article", pageId, [...ofPage]),
    onDraft: await startThread(world, "article-draft", pageId, [...editors]),
  };
  return { sharedId, moderatedId, hiddenId, hiddenComment, comments, events, pageId, threads };
}

/** A thread of the author whose words and comment only its readers may see. */
async function startThread(
  world: World,
  kind: string,
  pageId: string,
  names: readonly ActorName[],
): Promise<string> {
  const id = uuidv7();
  const quote = world.secrets.hide("words of a thread", names);
  const content = world.secrets.hide("a comment in a thread", names);
  const thread = { id, words: { quote, prefix: "", suffix: "" } };
  const body = { id: uuidv7(), content, thread };
  await must(world, world.actors.author, "POST", `/api/subjects/${kind}/${pageId}/comments`, body);
  return id;
}

/** An event of Backend with a comment that only its readers may see. */
async function eventOf(
  world: World,
  organiserId: string,
  visibility: "normal" | "private",
  readers: readonly ActorName[],
): Promise<string> {
  const department_id = world.departmentIds.Backend ?? null;
  const invited = visibility === "private" ? [world.actors.member.id] : [];
  const id = await createEventRow(world.db, organiserId, { department_id, visibility }, invited);
  const comment = {
    id: uuidv7(),
    subject_kind: "event",
    subject_id: id,
    author_id: organiserId,
    content: world.secrets.hide("a comment on an event", readers),
    mentions: "[]",
    sent_hash: Buffer.alloc(0),
  };
  await world.db.insertInto("comments").values(comment).execute();
  return id;
}

function task(world: World, creatorId: string, assigneeId: string | null): Promise<string> {
  return createTaskRow(world.db, creatorId, { assignee_id: assigneeId });
}

/** A comment that only its readers may see. */
async function post(
  world: World,
  subjectId: string,
  author: Actor,
  readers: readonly ActorName[],
): Promise<string> {
  const id = uuidv7();
  const content = world.secrets.hide("a comment", readers);
  await must(world, author, "POST", `/api/subjects/task/${subjectId}/comments`, { id, content });
  return id;
}

function comment({ world, things, spare }: Input, where: "sharedId" | "moderatedId"): Promise<string> {
  return spare(`a comment of ${where}`, () =>
    post(world, things[where], world.actors.author, where === "sharedId" ? readers : moderated),
  );
}

/** Everybody looks at the task, or tries to. */
async function watchAll({ sockets, things }: EventInput<Things>): Promise<void> {
  const subjects = [{ kind: "task", id: things.sharedId }];
  await Promise.all(
    // The others were cut when they lost what they had.
    [...admittedNames, "demoted" as const].map((name) => sockets[name].ask("comments.watch", { subjects })),
  );
}

function written(
  subjectId: string,
  { kind = "task", ...more }: { kind?: string; id?: string; content?: string; attachmentIds?: string[] } = {},
) {
  return { params: { kind, subjectId }, body: { id: uuidv7(), content: "Nine, with the red one", ...more } };
}

function listed(kind: string, subjectId: string) {
  return { params: { kind, subjectId }, query: {} };
}

function of(commentId: string) {
  return { params: { commentId } };
}

function edit(commentId: string, version = 1) {
  return { ...of(commentId), body: { content: "Ten", version } };
}
