import { createHash } from "node:crypto";
import type { Action, AutomationRun } from "@atoll/contract/automations/schemas";
import { maxCardTitle } from "@atoll/contract/cards/limits";
import { cardRoutes } from "@atoll/contract/cards/routes";
import { messageLink } from "@atoll/contract/chat/message-link";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { ideaTitleMaxLength } from "@atoll/contract/ideas/limits";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays, dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { RefusedCall } from "../../platform/http/inner-calls.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastPosted, writeAsProgram } from "../chat/public.ts";
import { holdAbsent, mustActFirst, zonesOf } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { accessOutgoing } from "../outgoing-webhooks/public.ts";
import { accessPerson } from "../people/public.ts";
import type { AutomationRow } from "./access.ts";
import { escapeMarkdown, fillLine, fillMarkdown } from "./fill-text.ts";
import type { Subject } from "./subjects.ts";

type Result = AutomationRun["results"][number];

/** A run in progress. */
export interface Running {
  runId: string;
  automation: AutomationRow;
  /** Its owner with the session that it acts with. */
  owner: RequestViewer;
  subject: Subject;
  subjectId: string | null;
  /** Its place in the turn of assignments. */
  turn: number;
  signal: AbortSignal;
}

/** It is read-only maintenance. */
export function isHeld(error: unknown): boolean {
  return (error instanceof RefusedCall || error instanceof AppError) && error.code === "maintenance";
}

/** The server does not answer others either. The run waits. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof RefusedCall || error instanceof AppError)) return true;
  return error.status >= 500 || error.status === 429;
}

/** Under the IDs that an action derives from its run, these say that it was done before. */
const done: readonly ErrorCode[] = [
  ...(["task_id_taken", "card_id_taken", "message_id_taken", "change_id_taken", "idea_id_taken"] as const),
];

/**
 * Does one action of a run in the name of its owner, and notes its result. Everything that it makes has an ID that follows
 * from the run, so that an action that is repeated after a crash is done once.
 * @throws {AppError | RefusedCall} as the route or function of its area; `maintenance` while Atoll is read-only.
 */
export async function runAction(context: SliceContext, running: Running, index: number): Promise<void> {
  const action = running.automation.actions[index];
  if (!action || action.do === "approval.ask") return;
  const id = idOf(running.runId, index);
  try {
    // Not every action calls a route, and routes admit super administrators.
    await context.admitWrite(undefined);
    if (action.do === "message.post") await postMessage(context, running, index, { ...action, id });
    else if (action.do === "people.notify") await notifyPeople(context, running, index, action);
    else if (action.do === "webhook.call") await callWebhook(context, running, index, action.webhookId);
    else await note(context.db, running.runId, index, await callRoute(context, running, action, id));
  } catch (error) {
    const isDone = (error instanceof RefusedCall || error instanceof AppError) && done.includes(error.code);
    if (!isDone) throw error;
    await note(context.db, running.runId, index, { text: "Was done before", link: null });
  }
}

/** Notes the result of an action, if it is the next one. Returns false if another node has noted it. */
export async function note(db: Database, runId: string, index: number, result: Result): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`UPDATE automation_runs
    SET results = results || ${JSON.stringify([result])}::jsonb
    WHERE id = ${runId} AND state = 'waiting' AND jsonb_array_length(results) = ${index}`.execute(db);
  return numAffectedRows > 0n;
}

/** A UUID of version 8 that follows from the run and the number of its action. */
export function idOf(runId: string, index: number): string {
  const hash = createHash("sha256").update(`${runId} ${index}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Returns the person whose turn it is. */
function inTurn(personIds: readonly string[], turn: number): string | null {
  return personIds[turn % personIds.length] ?? null;
}

const markOf = ({ automation, owner }: Running) =>
  `\n\n*By the automation “${escapeMarkdown(automation.name)}” of ${escapeMarkdown(owner.name)}*`;

async function callRoute(
  { callRoute: call, db }: SliceContext,
  running: Running,
  action: Exclude<Action, { do: "message.post" | "people.notify" | "webhook.call" | "approval.ask" }>,
  id: string,
): Promise<Result> {
  const { owner, subject, subjectId, turn, signal } = running;
  const options = { caller: owner, address: "127.0.0.1", signal };
  const { values } = subject;
  if (action.do === "task.create") {
    const zone = (await zonesOf(db, [owner.id])).get(owner.id) ?? "UTC";
    const dueOn = action.dueInDays === null ? null : addDays(dayIn(zone, new Date()), action.dueInDays);
    const body = {
      id,
      title: fillLine(action.title, values, taskTitleMaxLength),
      description: `${fillMarkdown(action.description, values)}${markOf(running)}`.trim(),
      priority: action.priority,
      departmentId: action.departmentId,
      assigneeId: inTurn(action.assigneeIds, turn),
      due: dueOn === null ? null : { date: dueOn },
    };
    await call(taskRoutes.createTask, { body }, options);
    return { text: "Created a task", link: `/tasks?task=${id}` };
  }
  if (action.do === "card.create") {
    const body = {
      id,
      title: fillLine(action.title, values, maxCardTitle),
      body: `${fillMarkdown(action.body, values)}${markOf(running)}`.trim(),
    };
    await call(cardRoutes.createCard, { params: { typeId: action.sectionId }, body }, options);
    return { text: "Created a card", link: null };
  }
  if (action.do === "idea.create") {
    const { departmentId } = action;
    const body = {
      ...{ id, departmentId, audienceIds: departmentId === null ? [] : [departmentId] },
      title: fillLine(action.title, values, ideaTitleMaxLength),
      text: `${fillMarkdown(action.text, values)}${markOf(running)}`.trim(),
    };
    await call(ideaRoutes.createIdea, { body }, options);
    return { text: "Posted an idea", link: `/ideas/${id}` };
  }
  const assigneeId = inTurn(action.assigneeIds, turn);
  const set = {
    ...(action.status !== null && { status: action.status }),
    ...(action.priority !== null && { priority: action.priority }),
    ...(assigneeId !== null && { assigneeId }),
  };
  const taskId = subjectId ?? "";
  await call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: id, ...set } }, options);
  return { text: "Changed the task", link: `/tasks?task=${taskId}` };
}

/** Posts a message as its owner, who must be able to write there at this moment. Nobody is mentioned by it. */
async function postMessage(
  context: SliceContext,
  running: Running,
  index: number,
  { id, channelId, text }: Extract<Action, { do: "message.post" }> & { id: string },
): Promise<void> {
  const content = `${fillMarkdown(text, running.subject.values)}${markOf(running)}`;
  const posted = await transact(context.db, async (tx) => {
    const owner = await holdAbsent(tx, running.owner.id);
    if (!owner || mustActFirst(owner)) throw new AppError("forbidden", { detail: "the owner is held back" });
    if (!(await note(tx, running.runId, index, { text: "Posted a message", link: messageLink(channelId) })))
      return undefined;
    const author = await accessPerson(tx, running.owner.id);
    return writeAsProgram(
      context,
      tx,
      { author, owner, mayCallAll: false },
      { id, channelId, content, parentId: null, mentionIds: [] },
    );
  });
  if (posted) await broadcastPosted(context, posted);
}

/** Queues the run for a webhook of its owner, who must be able to use webhooks at this moment. */
async function callWebhook(
  { db }: SliceContext,
  { runId, owner }: Running,
  index: number,
  webhookId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    await accessOutgoing(tx, owner, webhookId);
    if (!(await note(tx, runId, index, { text: "Sent it to a webhook", link: null }))) return;
    const { rows } = await sql<{ is_queued: boolean }>`
      SELECT queue_outgoing_run(${webhookId}, ${owner.id}, ${runId}) AS is_queued`.execute(tx);
    if (!rows[0]?.is_queued) throw new AppError("outgoing_webhook_off");
  });
}

async function notifyPeople(
  { db }: SliceContext,
  { runId, automation, owner, subject }: Running,
  index: number,
  { personIds, text }: Extract<Action, { do: "people.notify" }>,
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await note(tx, runId, index, { text: "Notified people", link: null }))) return;
    await notify(tx, {
      ...{ kind: "automation.told", subjectId: idOf(runId, index), people: personIds },
      facts: {
        text: fillLine(text, subject.values, 500),
        name: automation.name,
        owner: owner.name,
        link: subject.link ?? "/dashboard",
      },
    });
  });
}
