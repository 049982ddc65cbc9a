import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { maxPollOptions, minPollOptions, pollOptionMaxLength, pollQuestionMaxLength } from "./limits.ts";
import { messageSchema } from "./message-schemas.ts";

const ofMessage = z.object({ messageId: idSchema });
const oneMessage = z.object({ message: messageSchema });
/** The viewer's own choices, as positions in the list of options. */
const choicesSchema = z
  .array(
    z
      .int()
      .min(0)
      .max(maxPollOptions - 1),
  )
  .max(maxPollOptions);

/** The poll a browser sends. It is a message under the same ID. */
const newPollSchema = z.object({
  id: idSchema,
  question: storableTextSchema
    .trim()
    .refine(...visible("Write a question"))
    .refine(...atMost("A question", pollQuestionMaxLength)),
  options: z
    .array(
      storableTextSchema
        .trim()
        .refine(...visible("Write something for each answer"))
        .refine(...atMost("An answer", pollOptionMaxLength)),
    )
    .min(minPollOptions, "A poll needs at least two answers")
    .max(maxPollOptions, `A poll has at most ${maxPollOptions} answers`)
    .refine((options) => new Set(options).size === options.length, "Two answers are the same"),
  isMultiple: z.boolean().default(false),
  isAnonymous: z.boolean().default(false),
  parentId: idSchema.nullable().default(null),
});

/** Polls in messages. */
export const pollRoutes = {
  createPoll: defineRoute({
    method: "POST",
    path: "/api/channels/:channelId/polls",
    summary: "Send a message with a poll. Repeating the request does not send it twice.",
    access: "signed-in",
    forGuests: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: z.object({ channelId: idSchema }),
    body: newPollSchema,
    status: 201,
    response: oneMessage,
    errors: [
      "forbidden",
      "channel_not_found",
      "channel_archived",
      "owners_only",
      "person_left",
      "guest_apart",
      "message_not_found",
      "message_id_taken",
      "poll_not_anonymous",
    ],
  }),
  getPollVote: defineRoute({
    method: "GET",
    path: "/api/messages/:messageId/poll-vote",
    summary: "Get the viewer's own vote in a poll.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: ofMessage,
    status: 200,
    response: z.object({ choices: choicesSchema }),
    errors: ["forbidden", "message_not_found", "poll_not_found"],
  }),
  setPollVote: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/poll-vote",
    summary: "Vote in a poll, change the vote, or withdraw it with no choices.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: ofMessage,
    body: z.object({
      choices: choicesSchema,
      /** The vote that was changed: if the viewer has another one by now, it is kept. */
      seen: choicesSchema.optional(),
    }),
    status: 200,
    response: oneMessage,
    errors: [
      "forbidden",
      "message_not_found",
      "poll_not_found",
      "poll_closed",
      "poll_choice_wrong",
      "poll_vote_changed",
      "channel_archived",
      "guest_apart",
    ],
  }),
  closePoll: defineRoute({
    method: "PUT",
    path: "/api/messages/:messageId/poll-closure",
    summary: "Close a poll: its author, and those who manage the channel. Repeating it has no effect.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: ofMessage,
    status: 200,
    response: oneMessage,
    errors: ["forbidden", "message_not_found", "poll_not_found", "channel_archived", "guest_apart"],
  }),
};
