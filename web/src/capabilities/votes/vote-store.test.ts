// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { chatForEach } from "../../../test/chat/start-chat.tsx";
import { countUnsent } from "../../lib/unsent.ts";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { voteStoreOf } from "./vote-store.ts";

const chat = chatForEach();
const subject = { kind: "question", id: "01970000-0000-7000-8000-000000000001" };
const path = `/api/subjects/question/${subject.id}/vote`;
const waiting = () => outboxOf(chat.signedIn).unsent();
const votes = () => chat.server.requests.filter((request) => request.endsWith(path));

/** The server's answers to votes, with a version that grows. */
function answerVotes(): void {
  let version = 1;
  const answer = (isMine: boolean) => () => {
    version += 1;
    return { subject, votes: { count: isMine ? 1 : 0, isMine, version } };
  };
  chat.server.answers.set(`PUT ${path}`, answer(true));
  chat.server.answers.set(`DELETE ${path}`, answer(false));
}

it("keeps a vote that the server could not take, and sends the last wish when it can", async () => {
  answerVotes();
  chat.server.refusals.set(`PUT ${path}`, "internal_error");
  const store = voteStoreOf(chat.signedIn);
  store.setVote(subject, true);
  await vi.waitFor(() => expect(waiting()).toEqual([{ count: 1, words: { one: "A vote", many: "votes" } }]));
  expect(store.of(subject)?.wanted).toBe(true);
  store.setVote(subject, false);
  store.setVote(subject, true);
  expect(countUnsent()?.count).toBe(1);
  chat.server.refusals.clear();
  await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 8000 });
  expect(store.of(subject)).toMatchObject({ isMine: { value: true }, count: { value: 1 } });
  expect(store.of(subject)?.wanted).toBeUndefined();
  expect(votes().at(-1)).toBe(`PUT ${path}`);
});

it("reverts a vote that the server refuses", async () => {
  chat.server.refusals.set(`PUT ${path}`, "forbidden");
  const store = voteStoreOf(chat.signedIn);
  store.setVote(subject, true);
  await vi.waitFor(() => expect(store.of(subject)?.wanted).toBeUndefined());
  expect(waiting()).toEqual([]);
});
