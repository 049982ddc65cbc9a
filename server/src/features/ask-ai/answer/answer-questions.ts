import { PassThrough } from "node:stream";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import type { AnswerEvent } from "@atoll/contract/ask-ai/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import { createFairTurns, TooManyWaiting } from "../../../platform/turns/fair-turns.ts";
import { repeat } from "../../../platform/turns/repeat.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../../slice.ts";
import { ownRoom } from "../../people/public.ts";
import { presentTurns } from "../present.ts";
import { selectTurn } from "../queries.ts";
import { claimAnswer } from "./claim-answer.ts";
import { type Finished, finishAnswer } from "./finish-answer.ts";
import { type Writing, writeAnswer } from "./write-answer.ts";

/** Proxies end connections on which nothing comes for longer. */
const heartbeatMs = 15_000;
/** Answers that one node has written at the same time, of different people; a model's server has turns of its own. */
const turns = { atOnce: 16, mostWaiting: 2 };

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // No proxy may keep the parts back to send or compress them together.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Has answers written, and ends those under way when the server stops. */
export function answerQuestions(context: SliceContext): LivePart {
  const { routes, db, log, realtime } = context;
  const request = createGuardedRequest(context.outbound);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const fair = createFairTurns(turns);

  async function answer(viewer: RequestViewer, writing: Writing, out: PassThrough): Promise<void> {
    const { turn, run, day } = writing.claimed;
    const send = (event: AnswerEvent) => out.write(`data: ${JSON.stringify(event)}\n\n`);
    // Also the first sign for proxies and browsers that the answer has started.
    const beat = async () => void out.write(": waiting\n\n");
    const heartbeat = repeat({ everyMs: heartbeatMs, run: beat, onError: () => undefined });
    await beat();
    try {
      const finished = await fair
        .run(
          viewer.id,
          () =>
            writeAnswer(context, request, { ...writing, send: (text) => void send({ kind: "text", text }) }),
          writing.signal,
        )
        .catch((error: unknown) => failedRun(error, writing));
      await finishAnswer(db, { turnId: turn.id, run, userId: viewer.id, day }, finished);
      realtime.send(ownRoom(viewer.id), "conversation.changed", {});
      const row = await selectTurn(db, turn.conversation_id, turn.id);
      if (!row || writing.signal.aborted) return;
      const [shown] = await presentTurns(context, db, await writing.viewerNow(), [row]);
      if (shown) send({ kind: "turn", turn: shown });
    } finally {
      await heartbeat.stop();
      out.end();
    }
  }

  function failedRun(error: unknown, { signal }: Writing): Finished {
    const none = { text: "", usage: undefined };
    if (signal.aborted) return { ...none, state: "stopped", failure: null };
    if (error instanceof TooManyWaiting) return { ...none, state: "failed", failure: "busy" };
    log.error({ err: error }, "an answer could not be written");
    return { ...none, state: "failed", failure: "broken" };
  }

  routes.route(askAiRoutes.writeAnswer, async ({ params }, { viewer, viewerNow, disconnected }) => {
    const signal = AbortSignal.any([disconnected(), stopping.signal]);
    const claimed = await claimAnswer(db, viewer.id, params);
    realtime.send(ownRoom(viewer.id), "conversation.changed", {});
    const out = new PassThrough();
    const done = answer(viewer, { claimed, viewerNow, signal, send: () => undefined }, out)
      // A viewer who may not be here any more, or a database that is gone: the connection ends, and says no more.
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error }, "an answer could not be ended");
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return { status: 200 as const, headers, content: out };
  });

  return {
    async stop() {
      stopping.abort(new AppError("shutting_down"));
      await Promise.all(underWay);
      request.close();
    },
  };
}
