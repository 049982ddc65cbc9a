// @vitest-environment jsdom
import { messageMaxLength } from "@atoll/contract/chat/schemas";
import { act, fireEvent, screen } from "@testing-library/react";
import { createRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { Composer, type ComposerHandle } from "./composer.tsx";

const chat = chatForEach();
const channel = aChannel();
const composer = (isDisconnected = false) => (
  <Composer channelId={channel.id} channel={channel} isDisconnected={isDisconnected} />
);
let cut: (isCut: boolean) => void = () => undefined;
function Cuttable() {
  const [isCut, setIsCut] = useState(false);
  cut = setIsCut;
  return composer(isCut);
}
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const waiting = () => chat.session.outbox.entries().map(({ body }) => body.content);

beforeEach(() => {
  // Nothing leaves the outbox in these tests.
  chat.session.outbox.subscribe(() => undefined);
  chat.server.isHolding = true;
});

it("sends with Enter, writes a new line with Shift+Enter, and is ready for the next", async () => {
  const user = chat.show(composer());
  expect(field()).toHaveProperty("placeholder", "Message deploys");
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  await user.type(field(), "one{Shift>}{Enter}{/Shift}two");
  expect(field().value).toBe("one\ntwo");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  await vi.waitFor(() => expect(chat.server.messages().map(({ content }) => content)).toEqual(["one\ntwo"]));
});

it("does not send on the Enter that ends a composition", () => {
  chat.show(composer());
  fireEvent.change(field(), { target: { value: "にほん" } });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  expect(waiting()).toEqual([]);
  expect(field().value).toBe("にほん");
});

it("keeps what was typed over a reload, for each channel", async () => {
  const user = chat.show(composer());
  await user.type(field(), "half a thought");
  chat.show(<Composer channelId="another" channel={aChannel({ id: "another" })} isDisconnected={false} />);
  chat.show(composer());
  expect(screen.getAllByRole<HTMLTextAreaElement>("textbox").map(({ value }) => value)).toEqual([
    "half a thought",
    "",
    "half a thought",
  ]);
});

it("refuses empty and too long messages, and shows a counter near the limit", async () => {
  const user = chat.show(composer());
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveProperty("disabled", true);
  await user.type(field(), "   {Enter}");
  expect(waiting()).toEqual([]);
  fireEvent.change(field(), { target: { value: "a".repeat(messageMaxLength) } });
  expect(screen.getByRole("status").textContent).toBe("8,000 / 8,000 characters");
  expect(button).toHaveProperty("disabled", false);
  fireEvent.change(field(), { target: { value: "a".repeat(messageMaxLength + 1) } });
  expect(screen.getByRole("status").textContent).toBe("8,001 / 8,000 characters, 1 too many");
  expect(button).toHaveProperty("disabled", true);
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(waiting()).toEqual([]);
  // As the server counts: an emoji is one.
  fireEvent.change(field(), { target: { value: "😀".repeat(messageMaxLength) } });
  expect(button).toHaveProperty("disabled", false);
});

it("sends and attaches nothing while disconnected, and keeps typed text", async () => {
  const user = chat.show(<Cuttable />);
  await user.type(field(), "High wa");
  act(() => cut(true));
  expect(document.activeElement).toBe(field());
  await user.keyboard("ter at six{Enter}");
  expect(field()).toMatchObject({ disabled: false, value: "High water at six", placeholder: "Reconnecting" });
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Attach files" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Retry now" })).toBeTruthy();
  expect(waiting()).toEqual([]);
  act(() => cut(false));
  await user.keyboard("{Enter}");
  expect(field().value).toBe("");
});

it("completes a mention from the people of the channel by keyboard, and sends the mentioned people", async () => {
  const kofi = { ...ruth, id: testId(903), name: "Kofi Mensah", email: "kofi@pelican.example" };
  const member = { isOwner: false, joinedAt: "2025-11-01T08:00:00.000Z" };
  chat.server.answers.set(`GET /api/channels/${channel.id}/members`, () => ({
    items: [kofi, marisol, ruth].map((person) => ({ ...person, ...member })),
    nextCursor: null,
  }));
  const user = chat.show(composer());
  await user.type(field(), "Well @");
  const list = await screen.findByRole("listbox", { name: "People to mention" });
  await vi.waitFor(() => expect(titles()).toEqual(["Kofi Mensah", "Ruth Adeyemi", "@channel", "@here"]));
  expect(field().getAttribute("aria-controls")).toBe(list.id);
  expect(marked()).toBe("Kofi Mensah");
  await user.keyboard("{ArrowDown}");
  expect(marked()).toBe("Ruth Adeyemi");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(marked()).toBe("@here");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field().value).toBe("Well @");
  await user.keyboard("{Backspace}@adey{Tab} and @KOFI{Enter}");
  expect(field().value).toBe("Well @Ruth Adeyemi and @Kofi Mensah ");
  await user.keyboard("@cha");
  await user.click(screen.getByRole("option", { name: /@channel/ }));
  expect(document.activeElement).toBe(field());
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(chat.server.bodies).toHaveLength(1));
  expect(chat.server.bodies[0]).toMatchObject({
    content: "Well @Ruth Adeyemi and @Kofi Mensah @channel",
    mentionIds: [ruth.id, kofi.id],
  });
});

it("finds people of a large channel beyond the first page by the text after the @", async () => {
  const member = { ...ruth, isOwner: false, joinedAt: "2025-11-01T08:00:00.000Z" };
  const asked: (string | null)[] = [];
  chat.server.answers.set(`GET /api/channels/${channel.id}/members`, (_body, url) => {
    const search = url.searchParams.get("search");
    asked.push(search);
    const found = { ...member, id: testId(904), name: "Wilma Zander" };
    return search === "zan" ? { items: [found], nextCursor: null } : { items: [member], nextCursor: "more" };
  });
  const user = chat.show(composer());
  await user.type(field(), "@zan");
  await user.click(await screen.findByRole("option", { name: /Wilma Zander/ }));
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(chat.server.bodies[0]).toMatchObject({ mentionIds: [testId(904)] }));
  expect(asked).toContain("zan");
});

it("completes an emoji by its name, and writes it when the name is ended by a colon", async () => {
  const user = chat.show(composer());
  await user.type(field(), "Done :tada");
  await screen.findByRole("listbox", { name: "Emoji" });
  expect(marked()).toBe(":tada:");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("Done 🎉 ");
  await user.keyboard(":rocket:!");
  expect(field().value).toBe("Done 🎉 🚀!");
  expect(field().selectionStart).toBe(field().value.length);
});

it("changes the last message with the arrow up in an empty field only", async () => {
  const onEditLast = vi.fn();
  const user = chat.show(
    <Composer channelId={channel.id} channel={channel} isDisconnected={false} onEditLast={onEditLast} />,
  );
  await user.type(field(), "x{ArrowUp}");
  expect(onEditLast).not.toHaveBeenCalled();
  await user.keyboard("{Backspace}{ArrowUp}");
  expect(onEditLast).toHaveBeenCalledOnce();
});

it("inserts a quote after the text, and shows a draft from another device", async () => {
  chat.server.isHolding = false;
  const ref = createRef<ComposerHandle>();
  const user = chat.show(
    <Composer ref={ref} channelId={channel.id} channel={channel} isDisconnected={false} />,
  );
  await user.type(field(), "So");
  act(() => ref.current?.quote(aMessage({ seq: 1, content: "One" })));
  expect(field().value).toBe("So\n\n> **Ruth Adeyemi**\n> One\n\n");
  await user.clear(field());
  chat.show(
    <Composer channelId={channel.id} parentId={testId(7)} channel={channel} isDisconnected={false} />,
  );
  const draft = { subject: `thread/${channel.id}/${testId(7)}`, content: "From the phone" };
  chat.server.emit("draft.changed", { draft: { ...draft, updatedAt: "2025-11-19T10:00:00.000Z" } });
  await screen.findByDisplayValue("From the phone");
});

it("broadcasts when the viewer starts and stops typing", async () => {
  const user = chat.show(composer());
  const told = () =>
    chat.server.commands.flatMap(({ name, payload }) => (name === "typing.set" ? [payload] : []));
  await user.type(field(), "Hi");
  const place = { channelId: channel.id, parentId: null };
  await vi.waitFor(() => expect(told()).toEqual([{ ...place, isTyping: true }]));
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(told()[1]).toEqual({ ...place, isTyping: false }));
});

function titles(): (string | null | undefined)[] {
  return screen.getAllByRole("option").map((option) => option.children[1]?.textContent);
}

/** The option that Enter chooses. */
function marked(): string | null | undefined {
  const id = field().getAttribute("aria-activedescendant");
  return document.getElementById(id ?? "")?.children[1]?.textContent;
}

it("moves keys typed outside of a field into the composer, and makes lists and punctuation by keys", async () => {
  const user = chat.show(
    <>
      <button type="button">Elsewhere</button>
      {composer()}
    </>,
  );
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  screen.getByRole("button", { name: "Elsewhere" }).focus();
  await vi.waitFor(async () => {
    await user.keyboard("-");
    expect(document.activeElement).not.toBe(field());
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "h" });
    expect(document.activeElement).toBe(field());
  });
  await vi.waitFor(async () => {
    await user.clear(field());
    await user.keyboard("- milk{Shift>}{Enter}{/Shift}eggs");
    expect(field().value).toBe("- milk\n- eggs");
  });
  field().setSelectionRange(2, 6);
  await user.keyboard("{Control>}b{/Control}");
  expect(field().value).toBe("- **milk**\n- eggs");
});
