// @vitest-environment jsdom
import type { Message } from "@atoll/contract/chat/schemas";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aMessage, marisol, ruth } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { MessageView } from "../message/message-view.tsx";
import { useMessageWork } from "../message/use-message-work.ts";
import { CreateTaskContext } from "./create-task.ts";
import { type SelectedText, selectedText } from "./selected-text.ts";

const chat = chatForEach();
let created: SelectedText[] = [];

beforeEach(() => {
  created = [];
});
afterEach(() => {
  getSelection()?.removeAllRanges();
});

const first = aMessage({
  seq: 1,
  author: ruth,
  content: "Staging is back.\nThe old pool stays.",
  edited: true,
});
const second = aMessage({ seq: 2, author: marisol, content: "Thank you! Until Monday?" });

/** From a place in the text of one message to one in another's. */
function select(from: Message, start: number, to: Message, end: number): void {
  const range = document.createRange();
  range.setStart(textNode(from), start);
  range.setEnd(textNode(to), end);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

function textNode(message: Message): Node {
  const said = document.querySelector(`[data-message="${message.id}"] [data-said]`);
  const node = said && document.createTreeWalker(said, NodeFilter.SHOW_TEXT).nextNode();
  if (!node) throw new Error("there is no text");
  return node;
}

it("is the text of one message, without its surroundings", () => {
  chat.show(<Conversation messages={[first, second]} />);
  expect(selectedText()).toBeNull();
  select(first, 11, first, first.content.length);
  expect(selectedText()).toEqual({ message: first, text: "back.\nThe old pool stays." });
});

it("covers several messages, without their names and times", () => {
  chat.show(<Conversation messages={[first, second]} />);
  select(first, 17, second, 10);
  expect(selectedText()).toEqual({ message: first, text: "The old pool stays.\nThank you!" });
});

it("is empty when the whole page is selected", () => {
  chat.show(<Conversation messages={[first, second]} />);
  getSelection()?.selectAllChildren(document.body);
  expect(selectedText()).toBeNull();
});

it("keeps the lines of Markdown and leaves out its buttons", async () => {
  const content = "**Before** you start:\n\n- drain\n- wait\n\n```\nkubectl drain\n```";
  const message = aMessage({ seq: 3, content });
  chat.show(<Conversation messages={[message]} />);
  await screen.findByText("kubectl drain");
  const said = document.querySelector("[data-said]")!;
  getSelection()?.setBaseAndExtent(said, 0, said, said.childNodes.length);
  expect(selectedText()?.text.replace(/\n+/g, "\n")).toBe("Before you start:\ndrain\nwait\nkubectl drain");
});

it("creates a task from the selected text of a message, or from all of it", async () => {
  const user = chat.show(<Conversation messages={[first, second]} />);
  const [ofFirst, ofSecond] = screen.getAllByRole("button", { name: "Create task" });
  select(second, 0, second, 10);
  await user.click(ofSecond!);
  await user.click(ofFirst!);
  expect(created).toEqual([
    { message: second, text: "Thank you!" },
    { message: first, text: first.content },
  ]);
});

it("is not offered to people who may not create tasks", () => {
  chat.show(<Conversation messages={[first]} isAllowed={false} />);
  expect(screen.getByRole("button", { name: "More actions", hidden: true })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create task", hidden: true })).toBeNull();
});

function Conversation({ messages, isAllowed = true }: { messages: Message[]; isAllowed?: boolean }) {
  const work = useMessageWork();
  return (
    <CreateTaskContext value={isAllowed ? (selected) => created.push(selected) : null}>
      {messages.map((message) => (
        <MessageView
          key={message.id}
          row={{
            id: message.id,
            item: { kind: "message", message },
            createdAt: message.createdAt,
            startsDay: false,
            startsNew: false,
            isFollowUp: false,
          }}
          isTabStop
          work={work}
        />
      ))}
    </CreateTaskContext>
  );
}
