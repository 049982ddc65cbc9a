// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aMessage, marisol, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { withOwn } from "./own-reactions.ts";
import { Reactions } from "./reactions.tsx";

const chat = chatForEach();

it("counts each emoji, marks one's own, and adds or takes back by a press", async () => {
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
  // What the server refuses is taken back.
  expect(await screen.findByRole("button", { name: "👍2" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "🎉1" })).toBeTruthy();
});

it("is as the server will have it: once, in order, and gone with the last", () => {
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
