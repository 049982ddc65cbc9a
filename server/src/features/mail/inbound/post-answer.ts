import { createHash } from "node:crypto";
import { messageMaxLength } from "@atoll/contract/chat/limits";
import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { commentMaxLength } from "@atoll/contract/comments/limits";
import { commentRoutes } from "@atoll/contract/comments/routes";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { maxAttachments } from "@atoll/contract/files/limits";
import type { ReceivedReason } from "@atoll/contract/mail/mail-kinds";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import { taskDescriptionMaxLength, taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import { RefusedCall } from "../../../platform/http/inner-calls.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import { messageFiles } from "../../chat/public.ts";
import { uploadFile } from "../../files/public.ts";
import { addAbsentSession, endProgramSessions, holdAbsent, mustActFirst } from "../../identity/public.ts";
import type { ReplyPlace } from "./addresses.ts";
import type { MailText } from "./read-mail.ts";

/** A mail of a person that will be posted in their name. */
interface Answer {
  /** The ID of the mail, and of its message, comment or task, so that a repeated attempt posts nothing twice. */
  id: string;
  userId: string;
  mail: MailText;
  signal: AbortSignal;
}

/** A person at work by mail, with a session for it. */
export interface Poster extends Answer {
  viewer: RequestViewer;
}

/** Nothing else can be done by mail, whatever its person may do. */
const scopes: readonly TokenScope[] = ["chat:write", "discussion:write", "tasks:write", "files:write"];
const sessionMinutes = 15;
const commentFiles = "comment";

/** Under the ID of a mail, these say that it was posted before. */
const done: readonly ErrorCode[] = ["message_id_taken", "comment_id_taken", "task_id_taken"];

/**
 * Does something in the name of a person, with the rights that they have at this moment and in a session for it, which
 * ends afterwards.
 * @returns why it was refused; undefined if it was done.
 * @throws what a later attempt may not meet: the maintenance, a limit, a database that is away.
 */
export async function postAs(
  context: SliceContext,
  answer: Answer,
  post: (poster: Poster) => Promise<ReceivedReason | undefined>,
): Promise<ReceivedReason | undefined> {
  const { db, viewers } = context;
  const { userId } = answer;
  const sessionId = uuidv7();
  const refusal = await transact(db, async (tx): Promise<ReceivedReason | undefined> => {
    const account = await holdAbsent(tx, userId);
    if (!account || account.bot) return "person_unknown";
    if (mustActFirst(account)) return "person_held_back";
    await addAbsentSession(tx, { id: sessionId, userId, scopes, minutes: sessionMinutes });
    return undefined;
  });
  if (refusal) return refusal;
  try {
    return await post({ ...answer, viewer: await viewers.ofSession({ userId, sessionId }) });
  } catch (error) {
    if (!(error instanceof RefusedCall || error instanceof AppError)) throw error;
    // 401: an administrator has ended the sessions of the person.
    if (error.status >= 500 || error.status === 429 || error.status === 401) throw error;
    return done.includes(error.code) ? undefined : "place_gone";
  } finally {
    await endProgramSessions(db, "mail posted", sql`id = ${sessionId}`);
  }
}

/** Posts an answer where it belongs: in a thread, a direct chat, or as a comment. */
export async function postAnswer(
  context: SliceContext,
  poster: Poster,
  place: ReplyPlace,
): Promise<ReceivedReason | undefined> {
  if (place.kind === "channel")
    return postInChannel(context, poster, { channelId: place.id, parentId: null });
  const call = caller(context, poster);
  if (place.kind === "message") {
    const { message } = await call(messageRoutes.getMessage, { params: { messageId: place.id } });
    const parentId = message.parentId ?? message.id;
    return postInChannel(context, poster, { channelId: message.channelId, parentId });
  }
  return postComment(context, poster, { kind: place.kind, subjectId: place.id });
}

/** Posts a message, with its files, in a channel that the person can read at this moment. */
export async function postInChannel(
  context: SliceContext,
  poster: Poster,
  { channelId, parentId, isTitled }: { channelId: string; parentId: string | null; isTitled?: boolean },
): Promise<ReceivedReason | undefined> {
  const call = caller(context, poster);
  // Before its files are stored.
  await call(messageRoutes.listMessages, { params: { channelId }, query: { limit: 1 } });
  const written = await write(context, poster, {
    ...{ maxLength: messageMaxLength, fileKind: messageFiles.kind },
    title: isTitled ? poster.mail.subject : "",
  });
  if (!written) return "empty";
  await call(messageRoutes.postMessage, {
    params: { channelId },
    body: { id: poster.id, ...written, parentId },
  });
  return undefined;
}

/** Posts a comment, with its files, on a thing that the person can read at this moment. */
async function postComment(
  context: SliceContext,
  poster: Poster,
  params: { kind: string; subjectId: string },
): Promise<ReceivedReason | undefined> {
  const call = caller(context, poster);
  const { rights } = await call(commentRoutes.listComments, { params, query: { limit: 1 } });
  if (!rights.mayComment) return "place_gone";
  const written = await write(context, poster, { maxLength: commentMaxLength, fileKind: commentFiles });
  if (!written) return "empty";
  await call(commentRoutes.postComment, { params, body: { id: poster.id, ...written } });
  return undefined;
}

/**
 * Creates a task of a department, if the person may at this moment: the subject is its title, the text its description. Files
 * are in a comment on it.
 */
export async function createTask(
  context: SliceContext,
  poster: Poster,
  departmentId: string,
): Promise<ReceivedReason | undefined> {
  const call = caller(context, poster);
  const { text, subject, files } = poster.mail;
  const [firstLine = ""] = text.split("\n", 1);
  const title = cut(hasVisibleText(subject) ? subject : firstLine.trim(), taskTitleMaxLength);
  if (!hasVisibleText(title)) return "empty";
  const description = `${cut(text, taskDescriptionMaxLength - 100)}\n\n${mark}`.trim();
  try {
    await call(taskRoutes.createTask, { body: { id: poster.id, title, description, departmentId } });
  } catch (error) {
    // An earlier attempt has created it, and may not have come to its files.
    if (!(error instanceof RefusedCall && error.code === "task_id_taken")) throw error;
  }
  const isLong = text.length > taskDescriptionMaxLength - 100;
  const all = isLong ? [{ name: "mail.txt", content: Buffer.from(text) }, ...files] : files;
  if (all.length === 0) return undefined;
  const mail = { ...poster.mail, text: "", files: all };
  try {
    await postComment(
      context,
      { ...poster, mail, id: idOfFiles(poster.id) },
      { kind: "task", subjectId: poster.id },
    );
  } catch (error) {
    // The task is there. What may pass later is tried later.
    if (
      !(error instanceof RefusedCall) ||
      error.status >= 500 ||
      error.status === 429 ||
      error.status === 401
    )
      throw error;
  }
  return undefined;
}

/** Cuts a text at a length, between characters. */
function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

/** A UUID of version 8 that follows from the mail, for the comment with its files. */
function idOfFiles(mailId: string): string {
  const hash = createHash("sha256").update(`${mailId} files`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Returns the way to call routes as the person. */
function caller({ callRoute }: SliceContext, { viewer, signal }: Poster) {
  const options = { caller: viewer, address: "127.0.0.1", signal };
  return <R extends Parameters<typeof callRoute>[0]>(route: R, call: Parameters<typeof callRoute<R>>[1]) =>
    callRoute(route, call, options);
}

/** Says where it came from, as the text of automations does. */
const mark = "*Sent by mail*";

/**
 * Returns the text and files of a mail as a route takes them. A text that is too long is cut, and attached whole. Undefined
 * if there is neither.
 */
async function write(
  context: SliceContext,
  poster: Poster,
  { maxLength, fileKind, title = "" }: { maxLength: number; fileKind: string; title?: string },
): Promise<{ content: string; attachmentIds: string[] } | undefined> {
  const { text, files, leftOut } = poster.mail;
  if (!hasVisibleText(`${title}${text}`) && files.length === 0) return undefined;
  const room = maxLength - 1000;
  const isLong = text.length > room;
  const given = isLong ? [{ name: "mail.txt", content: Buffer.from(text) }, ...files] : files;
  const { ids, refused } = await keepFiles(context, poster, fileKind, given.slice(0, maxAttachments));
  const names = [...leftOut, ...refused, ...given.slice(maxAttachments).map(({ name }) => name)];
  // A title is one line, and nothing in it is Markdown.
  const plain = title
    .replace(/[\\`*_~[\]<>@#|]/g, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
  const parts = [
    ...(plain === "" ? [] : [`**${plain}**`]),
    isLong ? `${text.slice(0, room).toWellFormed()}…` : text,
    ...(names.length > 0 ? [`*Not attached: ${namesOf(names)}*`] : []),
    mark,
  ];
  return { content: parts.filter(hasVisibleText).join("\n\n"), attachmentIds: ids };
}

/** Stores files as uploads of the person, by the limits and checks of uploads. */
async function keepFiles(
  { db, files: storage, room, fileKinds, workspace, maxBytesPerPerson }: SliceContext,
  { viewer }: Poster,
  fileKind: string,
  files: MailText["files"],
): Promise<{ ids: string[]; refused: string[] }> {
  const kind = fileKinds.find(fileKind);
  const ids: string[] = [];
  const refused: string[] = [];
  for (const { name, content } of files) {
    if (!kind?.isOpenTo(viewer)) {
      refused.push(name);
      continue;
    }
    const giveBack = await room.takeRoom(content.length);
    try {
      const limits = { maxBytes: workspace.maxFileBytes, maxBytesPerPerson };
      const received = { name, content: oneChunk(content) };
      const row = await uploadFile({ db, files: storage }, { ownerId: viewer.id, kind }, received, limits);
      ids.push(row.id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.push(name);
    } finally {
      giveBack();
    }
  }
  return { ids, refused };
}

async function* oneChunk(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Names are what the sender wrote: nothing in them is Markdown. */
function namesOf(names: readonly string[]): string {
  const plain = names.map((name) => name.replace(/[^\p{L}\p{M}\p{N} ._-]/gu, "_").slice(0, 60));
  return plain.length > 8 ? `${plain.slice(0, 8).join(", ")} and ${plain.length - 8} more` : plain.join(", ");
}
