import type { commandRoutes } from "@atoll/contract/commands/routes";
import type { ProgramAnswer } from "@atoll/contract/commands/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessChannel, accessMessage, accessThread } from "../chat/public.ts";
import { changeAs } from "../identity/public.ts";
import { applyAnswer, assertNotRepeated, type Call, openCall } from "./answers.ts";
import { commandSecret, isStopped, tokenOf } from "./manage-commands.ts";
import { keepOutcome } from "./outcomes.ts";
import { postSigned, readMessage, readReceipt, type Sending } from "./post-signed.ts";
import type { ProgramAction } from "./read-buttons.ts";

/** Programs read an ID of a team; Atoll has one. */
const team = { id: "ATOLL", domain: "atoll" };

/**
 * Sends a command to its program, and carries out what the program answers at once.
 * @throws {AppError} as `accessChannel`, `postSigned` and `applyAnswer`; `channel_archived`, `owners_only`,
 *   `command_not_found`, `command_stopped`, `command_call_repeated`.
 */
export async function runCommand(
  context: SliceContext,
  sending: Sending,
  viewer: RequestViewer,
  channelId: string,
  { id, name, text, parentId }: RouteInput<typeof commandRoutes.runCommand>["body"],
): Promise<ProgramAnswer | null> {
  const opened = await changeAs(context.db, viewer, async (tx, current) => {
    const channel = await accessWritable(tx, current, channelId);
    if (parentId !== null && (await accessThread(tx, current, parentId)).channel_id !== channelId)
      throw new AppError("message_not_found");
    const command = await accessCommand(tx, { name });
    const call: Call = {
      ...{ id, command_id: command.id, user_id: current.id, channel_id: channelId },
      ...{ parent_id: parentId, pressed_id: null, session_id: current.sessionId },
    };
    return { channel, command, call, answerSecret: await openCall(tx, call) };
  });
  const { channel, command, call, answerSecret } = opened;
  const secret = await commandSecret.open(context.db, command);
  const form = {
    token: tokenOf(secret),
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channelId,
    channel_name: nameOf(channel),
    user_id: viewer.id,
    user_name: viewer.name,
    command: `/${command.name}`,
    text,
    api_app_id: command.id,
    is_enterprise_install: "false",
    ...lateAddress(context, answerSecret),
    trigger_id: id,
  };
  return keepOutcome(context.db, id, async () => {
    const payload = await postSigned(sending, command.address, form, secret, readMessage);
    return applyAnswer(context, call, payload, "command");
  });
}

/**
 * Sends a press of a button to its program, and carries out what the program answers at once.
 * @throws {AppError} `message_not_found` for a message that the viewer cannot read and an answer to somebody else;
 *   `buttons_changed` if others took its place; `program_removed`; as `runCommand`.
 */
export async function pressButton(
  context: SliceContext,
  sending: Sending,
  viewer: RequestViewer,
  messageId: string,
  { id, button }: RouteInput<typeof commandRoutes.pressButton>["body"],
): Promise<ProgramAnswer | null> {
  const opened = await changeAs(context.db, viewer, async (tx, current) => {
    const pressed = await accessButtons(tx, current, messageId);
    await assertNotRepeated(tx, id);
    const action = pressed.actions.find((one) => one.id === button);
    if (!action) throw new AppError("buttons_changed");
    const channel = await accessWritable(tx, current, pressed.channel_id);
    const command = await accessCommand(tx, { id: pressed.command_id });
    const call: Call = {
      ...{ id, command_id: command.id, user_id: current.id, channel_id: pressed.channel_id },
      ...{ parent_id: pressed.parent_id, pressed_id: messageId, session_id: current.sessionId },
    };
    return { pressed, action, channel, command, call, answerSecret: await openCall(tx, call) };
  });
  const { pressed, action, channel, command, call, answerSecret } = opened;
  const secret = await commandSecret.open(context.db, command);
  const payload = {
    ...actionsOf(action, id),
    team,
    user: { id: viewer.id, username: viewer.name, name: viewer.name, team_id: team.id },
    api_app_id: command.id,
    token: tokenOf(secret),
    trigger_id: id,
    ...lateAddress(context, answerSecret),
    container: {
      ...{ type: "message", message_ts: messageId, channel_id: channel.id },
      is_ephemeral: pressed.user_id !== null,
    },
    channel: { id: channel.id, name: nameOf(channel) },
    message_ts: messageId,
    message: { type: "message", ts: messageId, bot_id: command.id, text: pressed.text },
  };
  const address = command.button_address || command.address;
  const form = { payload: JSON.stringify(payload) };
  return keepOutcome(context.db, id, async () => {
    const answer = await postSigned(sending, address, form, secret, readReceipt);
    return applyAnswer(context, call, answer, action.kind);
  });
}

/**
 * Returns the address for late answers. It is never taken from a request: a caller who chose the host would get the secret,
 * and could answer as the program. A server that does not know its address takes no late answers.
 */
function lateAddress({ publicUrl }: SliceContext, secret: string): { response_url?: string } {
  if (publicUrl === undefined) return {};
  return { response_url: `${publicUrl.replace(/\/+$/, "")}/api/command-answers/${secret}` };
}

/** Buttons of blocks and of attachments are different payloads in Slack. */
function actionsOf({ kind, name, place, value, label, style }: ProgramAction, pressId: string) {
  if (kind === "attachment")
    return { type: "interactive_message", callback_id: place, actions: [{ name, value, type: "button" }] };
  return {
    type: "block_actions",
    actions: [
      {
        ...{ type: "button", action_id: name, block_id: place, value, style, action_ts: pressId },
        text: { type: "plain_text", text: label },
      },
    ],
  };
}

async function accessButtons(tx: Database, viewer: RequestViewer, messageId: string) {
  const row = await tx
    .selectFrom("program_buttons")
    .selectAll()
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!row || row.user_id === null) {
    const message = await accessMessage(tx, viewer, messageId);
    if (message.deleted_at) throw new AppError("message_not_found");
  } else if (row.user_id !== viewer.id) throw new AppError("message_not_found");
  if (row) return row;
  const { buttons } = await tx
    .selectFrom("messages")
    .select("buttons")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  // Buttons that mean nothing any more are those of a program that was deleted.
  throw new AppError(buttons ? "program_removed" : "buttons_changed");
}

/** @throws {AppError} as `accessChannel`; `channel_archived`, `owners_only`. */
async function accessWritable(tx: Database, viewer: RequestViewer, channelId: string) {
  const channel = await accessChannel(tx, viewer, channelId);
  if (channel.archived_at) throw new AppError("channel_archived");
  if (channel.is_owners_only && !channel.is_owner) throw new AppError("owners_only");
  return channel;
}

/** @throws {AppError} `command_not_found`; `command_stopped` if nobody answers for it. */
async function accessCommand(tx: Database, by: { id: string } | { name: string }) {
  const command = await tx
    .selectFrom("commands")
    .selectAll()
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("name", "=", by.name)))
    .executeTakeFirst();
  if (!command) throw new AppError("command_not_found");
  if (await isStopped(tx, command)) throw new AppError("command_stopped");
  return command;
}

/** A private channel's name stays in Atoll, as with Slack. */
function nameOf({ type, name }: { type: "PUBLIC" | "PRIVATE" | "DIRECT"; name: string }): string {
  return type === "PUBLIC" ? name : type === "PRIVATE" ? "privategroup" : "directmessage";
}
