import { Readable } from "node:stream";
import { commandRoutes } from "@atoll/contract/commands/routes";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { rawBodyOf } from "../../platform/http/raw-body.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createGuardedRequest } from "../../platform/outbound/guarded-request.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { assertMayChat } from "../chat/policy.ts";
import { assertOwner } from "../identity/public.ts";
import { readProgramJson } from "../webhooks/public.ts";
import { applyAnswer, takeLateAnswer } from "./answers.ts";
import { pressButton, runCommand } from "./calls.ts";
import {
  assertManagesCommands,
  changeCommand,
  commandSecret,
  createCommand,
  deleteCommand,
  listCommands,
  renewSecret,
} from "./manage-commands.ts";
import { answerOnce } from "./outcomes.ts";
import type { Sending } from "./post-signed.ts";

/** Runs commands and presses. They end with the process, and their connections too. */
export function serveCommands(context: SliceContext): LivePart {
  const { routes, db } = context;
  const request = createGuardedRequest(context.outbound);
  const stopping = new AbortController();
  const sending: Sending = { request, stopping: stopping.signal };

  routes.route(commandRoutes.listCommands, async (_input, { viewer }) => {
    assertMayChat(viewer);
    const commands = await listCommands(context);
    return {
      commands: commands
        .filter(({ isStopped }) => !isStopped)
        .map(({ name, usage, help, program }) => ({ name, usage, help: help || program })),
    };
  });

  routes.route(commandRoutes.runCommand, async ({ params, body }, { viewer }) => ({
    answer: await answerOnce(db, viewer.id, body.id, () =>
      runCommand(context, sending, viewer, params.channelId, body),
    ),
  }));

  routes.route(commandRoutes.pressButton, async ({ params, body }, { viewer }) => ({
    answer: await answerOnce(db, viewer.id, body.id, () =>
      pressButton(context, sending, viewer, params.messageId, body),
    ),
  }));

  routes.route(commandRoutes.answerCommand, async ({ params }, { request: from, countFor }) => {
    const call = await takeLateAnswer(db, params.secret);
    countFor(call.id);
    try {
      const payload = readForm(from.headers["content-type"] ?? "", rawBodyOf(from).toString("utf8"));
      await applyAnswer(context, call, payload, "late");
    } catch (error) {
      throw inSlacksWords(error);
    }
    return {
      status: 200 as const,
      headers: { "content-type": "text/plain; charset=utf-8" },
      content: Readable.from(["ok"]),
    };
  });

  routes.route(commandRoutes.listManagedCommands, async (_input, { viewer }) => {
    assertManagesCommands(viewer);
    return { commands: await listCommands(context) };
  });

  routes.route(commandRoutes.createCommand, async ({ body }, { viewer, request: from }) => {
    assertManagesCommands(viewer);
    await assertOwner(db, viewer, body.currentPassword, from.ip);
    return createCommand(context, { ...viewer, address: from.ip }, body);
  });

  routes.route(commandRoutes.changeCommand, async ({ params, body }, { viewer, request: from }) => {
    assertManagesCommands(viewer);
    if (body.address !== undefined || body.buttonAddress !== undefined) {
      await assertThere(context, params.commandId);
      await assertOwner(db, viewer, body.currentPassword, from.ip);
    }
    const changer = { ...viewer, address: from.ip };
    return { command: await changeCommand(context, changer, params.commandId, body) };
  });

  routes.route(commandRoutes.renewCommandSecret, async ({ params, body }, { viewer, request: from }) => {
    assertManagesCommands(viewer);
    await assertThere(context, params.commandId);
    await assertOwner(db, viewer, body.currentPassword, from.ip);
    return renewSecret(context, { ...viewer, address: from.ip }, params.commandId);
  });

  routes.route(commandRoutes.deleteCommand, async ({ params }, { viewer, request: from }) => {
    await deleteCommand(db, { ...viewer, address: from.ip }, params.commandId);
    return undefined;
  });

  return {
    async stop() {
      stopping.abort();
      request.close();
    },
  };
}

/** @throws {AppError} `command_not_found`, before a password is asked for. */
async function assertThere({ db }: SliceContext, commandId: string): Promise<void> {
  const row = await db.selectFrom("commands").select("id").where("id", "=", commandId).executeTakeFirst();
  if (!row) throw new AppError("command_not_found");
}

/** JSON, or a form with the JSON in `payload`, as Slack takes both. */
function readForm(type: string, text: string): Record<string, unknown> {
  const isForm = type.includes("application/x-www-form-urlencoded");
  return readProgramJson(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text);
}

/** Programs that were written for Slack know its words. */
function inSlacksWords(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status >= 500) return error;
  if (error.code === "channel_archived") return new AppError("channel_is_archived");
  const isKnown = error.code === "invalid_payload" || error.code === "no_text";
  return isKnown ? error : new AppError("action_prohibited", { detail: error.code });
}

/** Deletes calls whose time is over and the buttons of old answers, and encrypts again what an older key encrypted. */
export function sweepCommandsJob(): Job<Tables> {
  return {
    name: "commands.sweep",
    cron: "37 * * * *",
    async run({ tx }) {
      // A call stays known for a day, so that the same request does not run it again; what it answered does not.
      await sql`UPDATE command_calls SET outcome = NULL
        WHERE expires_at < now() AND outcome IS NOT NULL`.execute(tx);
      await sql`DELETE FROM command_calls WHERE expires_at < now() - interval '1 day'`.execute(tx);
      await sql`DELETE FROM program_buttons
        WHERE user_id IS NOT NULL AND created_at < now() - interval '2 days'`.execute(tx);
      await commandSecret.reseal(tx);
    },
  };
}
