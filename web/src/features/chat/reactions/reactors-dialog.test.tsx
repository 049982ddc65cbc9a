// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { LazyReactors } from "./lazy-reactors.tsx";

const gone = { ...ruth, id: testId(903), name: "Ilse Brandt", email: "", isFormer: true };
const reactions = [
  { emoji: "👍", count: 2, userIds: [marisol.id, ruth.id] },
  { emoji: "🎉", count: 203, userIds: [gone.id] },
];
const message = aMessage({ seq: 1, reactions });
const path = `GET /api/messages/${message.id}/reactors`;
const chat = chatForEach();

it("lists the people of one reaction at a time, and counts unnamed ones", async () => {
  chat.server.answers.set(path, () => ({ people: [ruth, marisol, gone] }));
  const user = chat.show(<Opened shown={message} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Who reacted" }));
  const names = () => dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  await dialog.findByRole("list", { name: "People who reacted with 👍" });
  expect(names()).toEqual([
    expect.stringMatching(/Marisol Vega.*\(you\)/),
    expect.stringMatching(/Ruth Adeyemi/),
  ]);
  await user.click(dialog.getByRole("tab", { name: /🎉/ }));
  expect(names()).toEqual([expect.stringMatching(/Ilse Brandt/)]);
  expect(dialog.getByText("202 others")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says when they could not be had, and tries again", async () => {
  chat.server.answers.set(path, () => ({ people: [ruth, marisol, gone] }));
  chat.server.refusals.set(path, "internal_error");
  const user = chat.show(<Opened shown={message} />);
  const again = await screen.findByRole("button", { name: "Try Again" });
  chat.server.refusals.delete(path);
  await user.click(again);
  expect(await screen.findByText(/Ruth Adeyemi/)).toBeTruthy();
});

it("shows an empty state when the last reaction is removed", async () => {
  chat.show(<Opened shown={{ ...message, reactions: [] }} />);
  expect(await screen.findByText("Nobody reacts to this message any more.")).toBeTruthy();
});

function Opened({ shown }: { shown: typeof message }) {
  const [isOpen, setIsOpen] = useState(true);
  return <LazyReactors message={isOpen ? shown : undefined} onClose={() => setIsOpen(false)} />;
}
