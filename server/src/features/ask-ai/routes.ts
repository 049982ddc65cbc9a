import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { sql, type UpdateObject } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { createGuardedRequest } from "../../platform/outbound/guarded-request.ts";
import { fetchPage, placeInTime } from "../../platform/page.ts";
import type { SliceContext } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";
import { createSearchRunner } from "../search/public.ts";
import { findAnswer, storeTurn } from "./ask-question.ts";
import { registerAskModel } from "./model/model-routes.ts";
import { presentConversation, presentTurns } from "./present.ts";
import { accessConversation, assertMayAskIn } from "./public.ts";
import { selectConversations, selectSharedTurn, selectTurns } from "./queries.ts";
import { embedQuestion } from "./vectors/embed-question.ts";

/** Ask AI: questions in plain words, answered with passages that the asker may read. */
export function registerAskAi(context: SliceContext): void {
  const { routes, db, realtime } = context;
  const runner = createSearchRunner(context);
  const request = createGuardedRequest(context.outbound);
  registerAskModel(context);
  const broadcast = (userId: string) => realtime.send(ownRoom(userId), "conversation.changed", {});
  async function changeTurn(
    userId: string,
    at: { conversationId: string; turnId: string },
    set: UpdateObject<Tables, "ask_turns">,
  ): Promise<void> {
    const { id } = await accessConversation(db, userId, at.conversationId);
    const { numUpdatedRows } = await db
      .updateTable("ask_turns")
      .set(set)
      .where("id", "=", at.turnId)
      .where("conversation_id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conversation_not_found");
    broadcast(userId);
  }

  routes.route(askAiRoutes.askQuestion, async ({ params, body }, { viewer }) => {
    await assertMayAskIn(db, viewer.id, params.conversationId);
    const asking = { ...body, conversationId: params.conversationId };
    const vector = body.summary ? undefined : await embedQuestion(context, request, body.question);
    // A question in one tab leaves that of another alone, and who goes on asking keeps the summary.
    const lane = `${body.summary ? "summary" : "ask"}/${params.conversationId}` as const;
    const answer = await runner.run(lane, viewer.id, (tx, asOf) =>
      findAnswer(context, tx, viewer, asking, { asOf, vector }),
    );
    const row = await storeTurn(db, viewer, asking, answer);
    broadcast(viewer.id);
    const [turn] = await presentTurns(context, db, viewer, [row]);
    if (!turn) throw new AppError("conversation_not_found");
    return { turn };
  });

  routes.route(askAiRoutes.listConversations, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) => selectConversations(db, viewer.id, after, count),
      (row) => [row.exact_at, row.id],
    );
    return { items: rows.map(presentConversation), nextCursor };
  });

  routes.route(askAiRoutes.getConversation, async ({ params }, { viewer }) => {
    const conversation = await accessConversation(db, viewer.id, params.conversationId);
    const turns = await selectTurns(db, conversation.id);
    return {
      conversation: presentConversation(conversation),
      turns: await presentTurns(context, db, viewer, turns),
    };
  });

  routes.route(askAiRoutes.deleteConversation, async ({ params }, { viewer }) => {
    const { id } = await accessConversation(db, viewer.id, params.conversationId);
    await db.deleteFrom("ask_conversations").where("id", "=", id).execute();
    broadcast(viewer.id);
    return undefined;
  });

  routes.route(askAiRoutes.deleteConversations, async (_input, { viewer }) => {
    await db.deleteFrom("ask_conversations").where("user_id", "=", viewer.id).execute();
    broadcast(viewer.id);
    return undefined;
  });

  routes.route(askAiRoutes.rateTurn, async ({ params, body }, { viewer }) => {
    await changeTurn(viewer.id, params, { is_helpful: body.isHelpful });
    return undefined;
  });

  routes.route(askAiRoutes.shareTurn, async ({ params, body }, { viewer }) => {
    await changeTurn(viewer.id, params, {
      shared_at: body.isShared ? sql<Date>`coalesce(shared_at, now())` : null,
    });
    return undefined;
  });

  routes.route(askAiRoutes.getSharedTurn, async ({ params }, { viewer }) => {
    const row = await selectSharedTurn(db, params.turnId);
    if (!row) throw new AppError("turn_not_found");
    const [turn] = await presentTurns(context, db, viewer, [row]);
    const [askedBy] = (await context.people.of([row.user_id])).values();
    if (!turn || !askedBy) throw new AppError("turn_not_found");
    // The asker's rating stays theirs.
    return { turn: { ...turn, isHelpful: null }, askedBy };
  });
}
