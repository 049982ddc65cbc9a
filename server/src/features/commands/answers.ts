import { createHash, randomBytes } from "node:crypto";
import { commandAnswerMinutes, maxLateAnswers } from "@atoll/contract/commands/limits";
import type { ProgramAnswer } from "@atoll/contract/commands/schemas";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { insertNew } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import {
  accessChannel,
  addButtons,
  broadcastPosted,
  rewriteMessage,
  writeAsProgram,
} from "../chat/public.ts";
import { holdAbsent, holdViewer, isHeldBack, mustActFirst } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { readProgramText } from "../webhooks/public.ts";
import { isStopped } from "./manage-commands.ts";
import { type ProgramAction, type ReadButtons, readButtons } from "./read-buttons.ts";

/** A call of a command, or a press on a message or an answer, to which a program answers. */
export type Call = Omit<
  Selectable<Tables["command_calls"]>,
  "secret_hash" | "uses_left" | "expires_at" | "outcome"
>;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/**
 * Opens a call: for half an hour its program may answer to the address that ends in the returned secret.
 * @throws {AppError} `command_call_repeated` if the same request came before.
 */
export async function openCall(tx: Database, call: Call): Promise<string> {
  const secret = `atoll_answer_${randomBytes(24).toString("base64url")}`;
  const isNew = await insertNew(
    tx.insertInto("command_calls").values({
      ...call,
      secret_hash: hashOf(secret),
      uses_left: maxLateAnswers,
      expires_at: sql<Date>`now() + make_interval(mins => ${sql.lit(commandAnswerMinutes)})`,
    }),
  );
  if (!isNew) throw new AppError("command_call_repeated");
  return secret;
}

/** Refuses a press that came before, also when its button is gone by now. @throws {AppError} `command_call_repeated`. */
export async function assertNotRepeated(tx: Database, callId: string): Promise<void> {
  const there = await tx.selectFrom("command_calls").select("id").where("id", "=", callId).executeTakeFirst();
  if (there) throw new AppError("command_call_repeated");
}

/** Uses an address once. @throws {AppError} `expired_url` for one that is unknown, too old or used up. */
export async function takeLateAnswer(db: Database, secret: string): Promise<Call> {
  const { rows } = await sql<Call>`UPDATE command_calls SET uses_left = uses_left - 1
    WHERE secret_hash = ${hashOf(secret)} AND uses_left > 0 AND expires_at > now()
    RETURNING id, command_id, user_id, channel_id, parent_id, pressed_id, session_id`.execute(db);
  const [call] = rows;
  if (!call) throw new AppError("expired_url");
  return call;
}

/**
 * Carries out a program's answer: a message in the channel, one for the caller alone, or a change of what the caller
 * pressed. The caller must still be able to do it themselves.
 * @param to what it answers: a late answer comes by the call's address.
 * @returns the answer for the caller alone, which all of their devices get too.
 * @throws {AppError} as `writeAsProgram` and `rewriteMessage`; `command_stopped`, `forbidden`.
 */
export async function applyAnswer(
  context: SliceContext,
  call: Call,
  payload: Record<string, unknown>,
  to: "command" | ProgramAction["kind"] | "late",
): Promise<ProgramAnswer | null> {
  const { db, realtime } = context;
  // As with Slack: most programs take note of a press with some body, which is not meant for anyone.
  if (to === "block" && !saysWhatToDo(payload)) return null;
  const read = readButtons(payload);
  const text = readProgramText(payload);
  // Lists and notifications need words for an answer of buttons alone.
  const content = hasVisibleText(text) ? text : read.buttons.map(({ label }) => label).join(" · ");
  const isEmpty = content === "";
  const replaces =
    call.pressed_id !== null &&
    (payload["replace_original"] === true ||
      // As with Slack, an answer that says nothing else takes the place of what was pressed.
      (to === "attachment" &&
        payload["replace_original"] === undefined &&
        payload["response_type"] === undefined));
  const deletes = call.pressed_id !== null && payload["delete_original"] === true;
  if (isEmpty && !deletes) return null;
  const pressed = call.pressed_id === null ? undefined : await findPressed(db, call.pressed_id);
  const isOfMessage = pressed !== undefined && pressed.user_id === null;
  if (isOfMessage && (replaces || deletes)) {
    // A program takes nothing away from a channel: it leaves a line that says so.
    const next = deletes ? { content: "_Removed by the program_", read: noButtons } : { content, read };
    await rewrite(context, call, pressed.id, next);
    return null;
  }
  if (payload["response_type"] === "in_channel" && !(pressed && replaces)) {
    await post(context, call, { content, read });
    return null;
  }
  const id = pressed && (replaces || deletes) ? pressed.id : uuidv7();
  const answer: ProgramAnswer = {
    ...{ id, channelId: call.channel_id, parentId: call.parent_id },
    content: deletes ? null : content,
    buttons: deletes ? [] : read.buttons,
  };
  await transact(db, async (tx) => {
    await accessChannel(tx, await holdCaller(tx, call), call.channel_id);
    await saveButtons(tx, call, id, { userId: call.user_id, content, read: deletes ? noButtons : read });
  });
  realtime.send(ownRoom(call.user_id), "command.answered", answer);
  return answer;
}

function saysWhatToDo(payload: Record<string, unknown>): boolean {
  return ["replace_original", "delete_original", "response_type"].some((key) => payload[key] !== undefined);
}

const noButtons: ReadButtons = { buttons: [], actions: [] };

function findPressed(db: Database, id: string) {
  return db.selectFrom("program_buttons").select(["id", "user_id"]).where("id", "=", id).executeTakeFirst();
}

/**
 * Returns the caller as they are now, while someone answers for the command. The session of the call decides what they may
 * do, as long as there is one.
 * @throws {AppError} `command_stopped`, `forbidden`.
 */
async function holdCaller(tx: Database, { command_id, user_id, session_id }: Call) {
  const command = await tx
    .selectFrom("commands")
    .select(["owner_id", "renewed_at"])
    .where("id", "=", command_id)
    .executeTakeFirst();
  if (!command || (await isStopped(tx, command))) throw new AppError("command_stopped");
  if (session_id !== null && (await isOpen(tx, session_id))) {
    const viewer = await holdViewer(tx, { id: user_id, sessionId: session_id });
    if (isHeldBack(viewer)) throw new AppError("forbidden", { detail: "the session is held back" });
    return viewer;
  }
  const caller = await holdAbsent(tx, user_id);
  if (!caller || mustActFirst(caller)) throw new AppError("forbidden", { detail: "the caller is held back" });
  return caller;
}

async function isOpen(tx: Database, sessionId: string): Promise<boolean> {
  const session = await tx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return session !== undefined;
}

interface Content {
  content: string;
  read: ReadButtons;
}

/** Writes into the channel in the program's name, with the rights of the caller. */
async function post(context: SliceContext, call: Call, { content, read }: Content): Promise<void> {
  const posted = await transact(context.db, async (tx) => {
    const owner = await holdCaller(tx, call);
    const { name } = await tx
      .selectFrom("profiles")
      .select("name")
      .where("id", "=", call.command_id)
      .executeTakeFirstOrThrow();
    const author = { id: call.command_id, name, email: "", avatar: null, isProgram: true as const };
    const id = uuidv7();
    const written = await writeAsProgram(
      context,
      tx,
      { author, owner, mayCallAll: false },
      { id, channelId: call.channel_id, content, parentId: call.parent_id, mentionIds: [] },
    );
    if (!written) return undefined;
    await saveButtons(tx, call, id, { userId: null, content, read });
    return { ...written, message: await addButtons(tx, written.message, read.buttons) };
  });
  if (posted) await broadcastPosted(context, posted);
}

async function rewrite(
  context: SliceContext,
  call: Call,
  messageId: string,
  { content, read }: Content,
): Promise<void> {
  await rewriteMessage(
    context,
    { programId: call.command_id, memberId: call.user_id },
    { id: messageId, channel_id: call.channel_id },
    { content, buttons: read.buttons },
    async (tx) => {
      await holdCaller(tx, call);
      await saveButtons(tx, call, messageId, { userId: null, content, read });
    },
  );
}

/** Keeps what the buttons of a message or an answer mean, instead of those before. */
async function saveButtons(
  tx: Database,
  call: Call,
  id: string,
  { userId, content, read }: Content & { userId: string | null },
): Promise<void> {
  // A pressed message stays known, so that later answers find it.
  if (read.actions.length === 0 && id !== call.pressed_id) {
    await tx.deleteFrom("program_buttons").where("id", "=", id).execute();
    return;
  }
  const now = { text: content, actions: JSON.stringify(read.actions), created_at: sql<Date>`now()` };
  // Two answers can come at once.
  await tx
    .insertInto("program_buttons")
    .values({
      ...{ id, command_id: call.command_id, channel_id: call.channel_id, parent_id: call.parent_id },
      ...{ user_id: userId, ...now },
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(now))
    .execute();
}
