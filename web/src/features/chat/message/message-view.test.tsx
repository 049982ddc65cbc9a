// @vitest-environment jsdom
import type { Message } from "@atoll/contract/chat/schemas";
import { cleanup, screen } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { expect, it, vi } from "vitest";
import { aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import type { MessageRow, RowItem } from "./message-rows.ts";
import { MessageView } from "./message-view.tsx";
import { useMessageWork } from "./use-message-work.ts";

const chat = chatForEach();

it("offers to edit and delete only to its author", async () => {
  chat.show(<View item={{ kind: "message", message: aMessage({ seq: 1, author: ruth }) }} />);
  expect(screen.getByText("Ruth Adeyemi")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit message", hidden: true })).toBeNull();
  chat.show(<View item={{ kind: "message", message: aMessage({ seq: 2, author: marisol }) }} />);
  expect(await screen.findByRole("button", { name: "Edit message", hidden: true })).toBeTruthy();
});

it("says in which departments its author is, and asks for all that are shown at once", async () => {
  const asked: (string | null)[] = [];
  const backend = { id: testId(70), name: "Backend", slug: "backend" };
  chat.server.answers.set("GET /api/people/profiles", (_body, url) => {
    asked.push(url.searchParams.get("ids"));
    return {
      profiles: [
        { ...ruth, departments: [backend, { ...backend, id: testId(71), name: "Sales" }], timeZone: null },
      ],
    };
  });
  chat.show(
    <>
      <View item={{ kind: "message", message: aMessage({ seq: 1, author: ruth }) }} />
      <View item={{ kind: "message", message: aMessage({ seq: 2, author: marisol }) }} />
    </>,
  );
  expect(await screen.findByText(/Backend, Sales/)).toBeTruthy();
  expect(asked).toEqual([`${ruth.id},${marisol.id}`]);
});

it("collapses a long message, and stays expanded when its row is rendered again", async () => {
  const message = aMessage({ seq: 1, content: "line\n".repeat(60) });
  const user = chat.show(<View item={{ kind: "message", message }} />);
  const more = screen.getByRole("button", { name: "Show all of it" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  await user.click(more);
  cleanup();
  chat.show(<View item={{ kind: "message", message }} />);
  await user.click(screen.getByRole("button", { name: "Show less" }));
  expect(screen.getByRole("button", { name: "Show all of it" })).toBeTruthy();
  chat.show(<View item={{ kind: "message", message: aMessage({ seq: 2, content: "short" }) }} />);
  expect(screen.getAllByRole("button", { name: /^Show/ })).toHaveLength(1);
});

it("is edited in its place: Enter saves, Escape cancels, nothing cannot be saved", async () => {
  const message = chat.server.post(marisol, "first");
  const user = chat.show(<View item={{ kind: "message", message }} />);
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edit message" });
  expect([document.activeElement, field.value]).toEqual([field, "first"]);
  await user.clear(field);
  expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.keyboard("{Enter}{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText("first")).toBeTruthy();

  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  await user.keyboard(" and more{Enter}");
  await vi.waitFor(() => expect(chat.server.messages()[0]?.content).toBe("first and more"));
  await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
});

it("keeps the text and says why when it cannot be saved", async () => {
  const message = chat.server.post(marisol, "first");
  const user = chat.show(<View item={{ kind: "message", message }} />);
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  chat.server.refuse("message_not_found", "PATCH");
  await user.keyboard(" again{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch("does not exist");
  expect(screen.getByRole("textbox")).toHaveProperty("value", "first again");
});

it("shows the text as it was written, with safe links, and that it was edited", () => {
  const content = "see <b>https://example.com/a</b>\n  javascript:alert(1)";
  chat.show(<View item={{ kind: "message", message: aMessage({ seq: 1, content, edited: true }) }} />);
  const link = screen.getByRole("link");
  expect(link.getAttribute("href")).toBe("https://example.com/a");
  expect(link).toMatchObject({ target: "_blank", rel: "noopener noreferrer" });
  expect(screen.getByRole("article").textContent).toContain(`${content} (edited)`);
});

it("shows that a delayed message is being retried, and nothing for one just sent", () => {
  const waiting = { ...anEntry(), failure: null };
  chat.show(<View item={{ kind: "pending", entry: waiting }} />);
  expect(screen.getByText("Not sent yet, trying again")).toBeTruthy();
  cleanup();
  const entry = { ...waiting, createdAt: new Date().toISOString() };
  chat.show(<View item={{ kind: "pending", entry }} />);
  expect(screen.queryByText("Not sent yet, trying again")).toBeNull();
  expect(screen.getByText("Sending")).toBeTruthy();
});

it("marks what could not be sent, and lets it be tried again or dropped", async () => {
  const entry = anEntry();
  chat.session.outbox.put(entry);
  const user = chat.show(<View item={{ kind: "pending", entry }} />);
  expect(screen.getByRole("alert").textContent).toMatch(/^Not sent.*permission/);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await vi.waitFor(() => expect(chat.server.messages()).toMatchObject([{ content: "refused" }]));

  chat.session.outbox.put(entry);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(chat.session.outbox.entries()).toEqual([]);
  expect(chat.server.messages()).toHaveLength(1);
});

it("lets an unsent message be edited, keeps every letter, and reverts with Escape", async () => {
  const entry = anEntry();
  chat.session.outbox.put(entry);
  const user = chat.show(<Waiting />);
  const said = () => chat.session.outbox.entries().map(({ body, failure }) => [body.content, failure]);
  await user.click(screen.getByRole("button", { name: "Edit" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Edit message" }));
  await user.keyboard(" no");
  expect(said()).toEqual([["refused no", entry.failure]]);
  await user.keyboard("{Escape}");
  expect(said()).toEqual([["refused", entry.failure]]);
  expect(screen.queryByRole("textbox")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Edit" }));
  await user.clear(screen.getByRole("textbox"));
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  await user.keyboard("with other words{Enter}");
  await vi.waitFor(() => expect(chat.server.messages()).toMatchObject([{ content: "with other words" }]));
  await vi.waitFor(() => expect(said()).toEqual([]));
});

it("leaves an empty place where a message with replies was deleted", () => {
  const message = aMessage({ seq: 1, removed: true, content: "" });
  chat.show(<View item={{ kind: "message", message }} />);
  expect(screen.getByText("This message was deleted")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "More actions", hidden: true })).toBeNull();
});

it("says that a message is pinned, and opens its thread", async () => {
  const thread = { replyCount: 2, lastReplyAt: aMessage({ seq: 3 }).createdAt, repliers: [ruth] };
  const message = aMessage({ seq: 1, thread, pinnedAt: aMessage({ seq: 2 }).createdAt });
  const opened = vi.fn();
  const user = chat.show(<View item={{ kind: "message", message }} onOpenThread={opened} />);
  expect(screen.getByText("Pinned")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /2 replies/ }));
  expect(opened).toHaveBeenCalledWith(message);
});

/** A message of long ago that the server refused. */
function anEntry() {
  return {
    id: testId(7),
    kind: "message",
    subject: `channel/${chat.server.channelId}`,
    body: {
      channelId: chat.server.channelId,
      content: "refused",
      parentId: null,
      mentionIds: [],
      attachmentIds: [],
    },
    createdAt: "2025-11-19T09:00:00.000Z",
    failure: "You don't have permission to do this.",
  };
}

/** Shows the entries of the outbox. */
function Waiting() {
  const { outbox } = chat.session;
  const [entry] = useSyncExternalStore(outbox.subscribe, outbox.entries);
  return entry && <View item={{ kind: "pending", entry }} />;
}

interface ViewProps {
  item: RowItem;
  onOpenThread?: (message: Message) => void;
}

function View({ item, onOpenThread }: ViewProps) {
  const work = useMessageWork({ openThread: onOpenThread ?? null });
  const { id, createdAt } = item.kind === "message" ? item.message : item.entry;
  const row: MessageRow = { id, item, createdAt, startsDay: false, startsNew: false, isFollowUp: false };
  return <MessageView row={row} isTabStop work={work} />;
}
