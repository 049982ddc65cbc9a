// @vitest-environment jsdom
import { errors } from "@atoll/contract/errors/errors";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aMessage, marisol, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { ownReactionsOf, withOwn } from "./own-reactions.ts";
import { Reactions } from "./reactions.tsx";

const chat = chatForEach();

it("counts each emoji, marks the viewer's, and toggles it by a press", async () => {
  const reactions = [
    { emoji: "👍", count: 2, userIds: [marisol.id, ruth.id] },
    { emoji: "🎉", count: 1, userIds: [ruth.id] },
  ];
  const message = aMessage({ seq: 1, reactions });
  const user = chat.show(<Reactions message={message} />);
  const thumb = screen.getByRole("button", { name: "👍2" });
  expect(thumb.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(thumb);
  // Before the server has answered.
  expect(screen.getByRole("button", { name: "👍1" }).getAttribute("aria-pressed")).toBe("false");
  const path = (emoji: string) => `/api/messages/${message.id}/reactions/${encodeURIComponent(emoji)}`;
  await vi.waitFor(() => expect(chat.server.requests).toContain(`DELETE ${path("👍")}`));
  const party = screen.getByRole("button", { name: "🎉1" });
  expect(party.getAttribute("aria-pressed")).toBe("false");
  await user.click(party);
  await vi.waitFor(() => expect(chat.server.requests).toContain(`PUT ${path("🎉")}`));
  // Refused reactions are rolled back.
  expect(await screen.findByRole("button", { name: "👍2" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "🎉1" })).toBeTruthy();
});

it("says what did not happen, and the reason for a refusal", async () => {
  const mine = { emoji: "👍", count: 1, userIds: [marisol.id] };
  const others = { emoji: "🎉", count: 1, userIds: [ruth.id] };
  const message = aMessage({ seq: 1, reactions: [mine, others] });
  const user = chat.show(
    <>
      <Reactions message={message} />
      <Toaster />
    </>,
  );
  const path = (emoji: string) => `/api/messages/${message.id}/reactions/${encodeURIComponent(emoji)}`;
  const thumb = () => screen.getByRole("button", { name: "👍1" });
  chat.server.refusals.set(`DELETE ${path("👍")}`, "internal_error");
  chat.server.answers.set(`PUT ${path("🎉")}`, () => null);
  await user.click(thumb());
  expect(await screen.findByText("Failed to remove reaction")).toBeTruthy();
  // The answer is none: what the code says of it is for nobody.
  await user.click(screen.getByRole("button", { name: "🎉1" }));
  expect(await screen.findByText("Failed to add reaction")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "🎉1" })).toBeTruthy();
  chat.server.refusals.set(`DELETE ${path("👍")}`, "message_not_found");
  await vi.waitFor(() => expect(thumb().getAttribute("aria-pressed")).toBe("true"));
  await user.click(thumb());
  expect(await screen.findByText(errors.message_not_found.text)).toBeTruthy();
});

it("equals the server's result: once, in order, and removed with the last person", () => {
  const reactions = [{ emoji: "👍", count: 2, userIds: [marisol.id, ruth.id] }];
  const own = (...wanted: [string, boolean][]) => withOwn(reactions, new Map(wanted), marisol.id);
  expect(withOwn(reactions, undefined, marisol.id)).toBe(reactions);
  expect(own(["👍", true])).toEqual(reactions);
  expect(own(["👀", false])).toEqual(reactions);
  expect(own(["👍", false], ["👀", true])).toEqual([
    { emoji: "👍", count: 1, userIds: [ruth.id] },
    { emoji: "👀", count: 1, userIds: [marisol.id] },
  ]);
  expect(withOwn(own(["👀", true]), new Map([["👀", false]]), marisol.id)).toEqual(reactions);
});

it("sends nothing for a person who has signed out since", async () => {
  const message = aMessage({ seq: 1, reactions: [{ emoji: "👍", count: 1, userIds: [marisol.id] }] });
  chat.show(<Reactions message={message} />);
  const path = `/api/messages/${message.id}/reactions/${encodeURIComponent("👍")}`;
  const own = ownReactionsOf(chat.signedIn);
  chat.server.answers.set(`DELETE ${path}`, () => {
    chat.signedIn.end();
    return { message: { ...message, reactions: [] } };
  });
  own.toggle(message, "👍", () => undefined);
  own.toggle(message, "👍", () => undefined);
  await vi.waitFor(() => expect(own.of(message.id)).toBeUndefined());
  expect(chat.server.requests).toContain(`DELETE ${path}`);
  expect(chat.server.requests).not.toContain(`PUT ${path}`);
});
