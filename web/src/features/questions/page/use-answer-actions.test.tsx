// @vitest-environment jsdom
import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { act, renderHook, waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { openBrowser } from "../../../../test/open-browser.tsx";
import { moderate } from "../../../capabilities/votes/wire.ts";
import { applyDecision, type QuestionAct, questionChanges } from "../data/changes.ts";
import { useQuestion } from "../data/use-questions.ts";
import { useAnswerActions } from "./use-answer-actions.tsx";

let server: RealServer;
let [ana, ben]: RealPerson[] = [];

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
});
afterAll(() => server.close());

it("undoes to the answer that was accepted before, also when the event arrives before the response", async () => {
  const params = { questionId: uuidv7() };
  await ana!.call(routes.askQuestion, { body: { id: params.questionId, title: "Where is the quay?" } });
  const answer = async (content: string) =>
    (await ben!.call(routes.postAnswer, { params, body: { id: uuidv7(), content } })).answer.id;
  const [first, second] = [await answer("North"), await answer("South")];
  await ana!.call(routes.acceptAnswer, { params, body: { answerId: first } });
  const acceptedNow = async () =>
    (await ana!.call(routes.getQuestion, { params })).question.answers.find(
      ({ accepted }) => accepted === "yes",
    )?.id;

  const browser = await openBrowser(server, ana!);
  const shown = renderHook(
    () => {
      const { data: question } = useQuestion(params.questionId);
      return question && { question, ids: question.answers.map(({ id }) => id) };
    },
    { wrapper: browser.Around },
  );
  await waitFor(() => expect(shown.result.current?.ids).toHaveLength(2));
  const actions = renderHook(
    () => {
      const question = useQuestion(params.questionId).data!;
      return {
        ...useAnswerActions({
          question,
          answer: question.answers.find(({ id }) => id === second)!,
          onEdit: () => undefined,
        }),
        question,
      };
    },
    { wrapper: browser.Around },
  );
  const isShownAccepted = (id: string) =>
    actions.result.current.question.answers.some((one) => one.id === id && one.accepted === "yes");

  // The network delivers the response after the event.
  const eventShown = Promise.withResolvers<void>();
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const response = await real(...request);
    if (request[1]?.method === "PUT") await eventShown.promise;
    return response;
  });
  act(() => {
    for (const entry of actions.result.current.items)
      if (entry !== "separator" && "label" in entry && entry.label === "Accept this answer")
        entry.onSelect?.();
  });
  await waitFor(() => expect(isShownAccepted(second)).toBe(true));
  eventShown.resolve();
  const undo = () =>
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  // Ctrl+Z has something to undo once the response is there.
  await waitFor(async () => {
    act(() => void undo());
    expect(await acceptedNow()).toBe(first);
  });
  browser.end();
});

it("shows a decision as the server then answers it", async () => {
  const params = { questionId: uuidv7() };
  await ana!.call(routes.askQuestion, { body: { id: params.questionId, title: "Where is the mole?" } });
  for (const content of ["North", "South"])
    await ben!.call(routes.postAnswer, { params, body: { id: uuidv7(), content } });
  const read = async () => (await ana!.call(routes.getQuestion, { params })).question;
  const [first, second] = (await read()).answers.map(({ id }) => id);
  const shown = ({ answers, acceptedBy, isStale, isStaleByHand, closedAs }: OpenQuestion) => ({
    answers: answers.map(({ id, accepted }) => [id, accepted]),
    accepted: acceptedBy?.id,
    ...{ isStale, isStaleByHand, closedAs },
  });
  const acts: QuestionAct[] = [
    { act: "accept", answerId: second! },
    { act: "outdate", isOutdated: true },
    { act: "accept", answerId: first! },
    { act: "outdate", isOutdated: true },
    { act: "outdate", isOutdated: false },
    { act: "accept", answerId: null },
  ];
  const browser = await openBrowser(server, ana!);
  for (const change of acts) {
    const expected = shown(applyDecision(await read(), change));
    const about = [params.questionId];
    await questionChanges.queueOf(browser.signedIn).run({ about, title: "", said: "", change });
    expect(shown(await read())).toEqual(expected);
  }
  browser.end();
});

it("undoes a moderation, unless another moderator has changed it since", async () => {
  const params = { questionId: uuidv7() };
  await ana!.call(routes.askQuestion, { body: { id: params.questionId, title: "Where is the pier?" } });
  const browser = await openBrowser(server, server.admin);
  const subject = { kind: "question", id: params.questionId };
  const state = async () => (await server.admin.call(routes.getQuestion, { params })).question.standing;
  const moderateElsewhere = (set: object) =>
    server.admin.call(voteRoutes.moderateSubjects, {
      params: { kind: "question" },
      body: { changes: [{ id: subject.id, set }] },
    });
  const unlock = await moderate(subject, { isLocked: true });
  await unlock();
  expect(await state()).toMatchObject({ isLocked: false, hidden: null });
  const undo = await moderate(subject, { isLocked: true });
  await moderateElsewhere({ hiddenReason: "Names a customer" });
  await expect(undo()).rejects.toThrow();
  expect(await state()).toMatchObject({ isLocked: true, hidden: { reason: "Names a customer" } });
  // From a page that has not heard of it.
  await moderate(subject, { isLocked: false });
  expect(await state()).toMatchObject({ isLocked: false, hidden: { reason: "Names a customer" } });
  browser.end();
});
