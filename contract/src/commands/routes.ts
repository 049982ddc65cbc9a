import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxAnswerBytes } from "./limits.ts";
import {
  commandAnswerSchema,
  commandCallSchema,
  commandChangeSchema,
  commandSchema,
  currentPasswordSchema,
  newCommandSchema,
  offeredCommandSchema,
} from "./schemas.ts";

const ofCommand = z.object({ commandId: idSchema });
/** The secret is returned only here, with the token that older programs compare. */
const withSecret = z.object({ command: commandSchema, secret: z.string(), token: z.string() });
/** The answer that the program gave at once to the caller alone. Null if it answered in the channel, later or not at all. */
const answered = z.object({ answer: commandAnswerSchema.nullable() });
const failures = [
  "command_not_found",
  "command_stopped",
  "command_refused_address",
  "command_unreachable",
  "command_too_slow",
  "command_answer_unreadable",
  "command_answer_too_large",
  "command_failed",
] as const;
const buttonFailures = ["buttons_changed", "program_removed"] as const;
const writing = [
  "channel_archived",
  "owners_only",
  "person_left",
  "guest_apart",
  "message_not_found",
] as const;

/** Slash commands of programs, and the buttons of their messages. */
export const commandRoutes = {
  listCommands: defineRoute({
    method: "GET",
    path: "/api/commands",
    summary: "List the commands of programs, by name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ commands: z.array(offeredCommandSchema) }),
    errors: ["forbidden"],
  }),
  runCommand: defineRoute({
    method: "POST",
    path: "/api/channels/:channelId/command-calls",
    summary: "Give a command to its program, in a channel. The program has three seconds to answer at once.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: z.object({ channelId: idSchema }),
    body: commandCallSchema,
    status: 200,
    response: answered,
    errors: ["forbidden", "channel_not_found", "command_call_repeated", ...writing, ...failures],
  }),
  pressButton: defineRoute({
    method: "POST",
    path: "/api/program-messages/:messageId/presses",
    summary: "Press a button of a program's message, or of its answer to the viewer alone.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    params: z.object({ messageId: idSchema }),
    body: z.object({ id: idSchema, button: z.string().min(1).max(40) }),
    status: 200,
    response: answered,
    errors: ["forbidden", "command_call_repeated", ...buttonFailures, ...writing, ...failures],
  }),
  answerCommand: defineRoute({
    method: "POST",
    path: "/api/command-answers/:secret",
    summary:
      "Answer a command later, in Slack's shape: up to five times in 30 minutes. Answers `ok`, and refusals as one word.",
    access: "public",
    rateLimit: { max: 3_000, windowSeconds: 60, by: "address", perCaller: 30 },
    params: z.object({ secret: z.string().max(200) }),
    bodyKind: "raw",
    bodyLimitBytes: maxAnswerBytes,
    status: 200,
    responseKind: "stream",
    errorKind: "word",
    errors: ["expired_url", "invalid_payload", "no_text", "action_prohibited", "channel_is_archived"],
  }),
  listManagedCommands: defineRoute({
    method: "GET",
    path: "/api/admin/commands",
    summary: "List the commands of programs with their addresses, by name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ commands: z.array(commandSchema) }),
    errors: ["forbidden"],
  }),
  createCommand: defineRoute({
    method: "POST",
    path: "/api/admin/commands",
    summary: "Register a command of a program. Its signing secret is returned only here.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: newCommandSchema,
    status: 201,
    response: withSecret,
    errors: [
      "forbidden",
      "webhook_address_refused",
      "command_name_taken",
      "command_id_taken",
      "too_many_commands",
      "name_looks_taken",
      "current_password_wrong",
      "sign_in_again",
    ],
  }),
  changeCommand: defineRoute({
    method: "PATCH",
    path: "/api/admin/commands/:commandId",
    summary: "Change a command. Another address is for its owner alone, and asks for the password.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCommand,
    body: commandChangeSchema,
    status: 200,
    response: z.object({ command: commandSchema }),
    errors: [
      "forbidden",
      "command_not_found",
      "webhook_address_refused",
      "command_name_taken",
      "command_owner_only",
      "changed_meanwhile",
      "current_password_wrong",
      "sign_in_again",
    ],
  }),
  renewCommandSecret: defineRoute({
    method: "POST",
    path: "/api/admin/commands/:commandId/secret",
    summary: "Make a new signing secret, which is returned only here, and take over the command.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofCommand,
    body: z.object({ currentPassword: currentPasswordSchema }),
    status: 200,
    response: withSecret,
    errors: ["forbidden", "command_not_found", "current_password_wrong", "sign_in_again"],
  }),
  deleteCommand: defineRoute({
    method: "DELETE",
    path: "/api/admin/commands/:commandId",
    summary: "Delete a command. Its messages stay.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCommand,
    status: 204,
    errors: ["forbidden", "command_not_found"],
  }),
};
