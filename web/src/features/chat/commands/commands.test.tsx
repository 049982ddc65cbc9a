// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { Composer } from "../composer/composer.tsx";
import { answersOf, commandIn } from "./answers.ts";
import { runCommand } from "./command-desk.tsx";
import { PollView } from "./poll-view.tsx";
import { ProgramButtons } from "./program-buttons.tsx";

const chat = chatForEach();
const channel = aChannel({ topic: "Before" });
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
/** The messages that were sent, or are about to be. */
const sent = () => chat.server.bodies.map(({ content }) => content);
const answers = () => screen.findByRole("list", { name: "Answers to your commands" });
const inChannel = (path: string) => `/api/channels/${channel.id}${path}`;
let user: ReturnType<typeof chat.show>;

beforeEach(() => {
  chat.server.isHolding = true;
  chat.server.answers.set("GET /api/commands", () => ({
    commands: [{ name: "deploy", usage: "[staging]", help: "Deploys a version" }],
  }));
  user = chat.show(<Composer channelId={channel.id} channel={channel} isDisconnected={false} />);
});

it.each([
  ["/remind me", "remind"],
  ["/Topic", "topic"],
  ["/etc/hosts", null],
  ["/tmp/x is full", null],
  ["/", null],
  ["/ task", null],
  ["//task", null],
  ["/7up", null],
  ["see /task", null],
])("reads the command of %s as %s", (text, name) => {
  expect(commandIn(text)).toBe(name);
});

it("lists commands with their help at a slash at the start, those of programs too, and at no other", async () => {
  await user.type(field(), "/");
  const list = await screen.findByRole("listbox", { name: "Commands" });
  const titles = () =>
    within(list)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(titles()).toHaveLength(9));
  expect(titles().at(-1)).toContain("/deployDeploys a version · [staging]");
  await user.keyboard("to");
  await vi.waitFor(() => expect(titles()).toEqual([expect.stringContaining("/topic")]));
  await user.keyboard("{Enter}");
  expect(field().value).toBe("/topic ");
  await user.clear(field());
  await user.type(field(), "see /");
  expect(screen.queryByRole("listbox")).toBeNull();
});

it("says what it understood before anything is sent, carries it out, and takes it back", async () => {
  const topics: unknown[] = [];
  chat.server.answers.set(`PATCH ${inChannel("")}`, (body) => {
    topics.push(body);
    return { channel: aChannel({ topic: String(body["topic"]) }) };
  });
  await user.type(field(), "/topic Release 7");
  expect(await screen.findByText("Sets the topic to “Release 7”")).toBeTruthy();
  expect(topics).toEqual([]);
  await user.keyboard("{Enter}");
  const line = await within(await answers()).findByText("The topic is now “Release 7”.");
  expect(line.closest("li")?.textContent).toContain("Only you can see this");
  expect(field().value).toBe("");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The topic is “Before” again.")).toBeTruthy();
  expect(topics).toEqual([
    { topic: "Release 7", seen: { topic: "Before" } },
    { topic: "Before", seen: { topic: "Release 7" } },
  ]);
  expect([sent(), chat.session.outbox.entries()]).toEqual([[], []]);
});

it("keeps the words of a command that is refused, and can send them as text", async () => {
  chat.server.refusals.set(`PATCH ${inChannel("")}`, "forbidden");
  await user.type(field(), "/topic Release 7{Enter}");
  const list = await answers();
  await within(list).findByRole("button", { name: "Send as text" });
  expect(field().value).toBe("/topic Release 7");
  expect([sent(), chat.session.outbox.entries()]).toEqual([[], []]);
  await user.click(within(list).getByRole("button", { name: "Send as text" }));
  await vi.waitFor(() => expect(sent()).toEqual(["/topic Release 7"]));
  expect(field().value).toBe("");
});

it("sends an unknown command to nobody, and a path as text", async () => {
  chat.server.refusals.set(`POST ${inChannel("/command-calls")}`, "command_not_found");
  await user.type(field(), "/foo bar{Enter}");
  expect(await screen.findByText("There is no command /foo. Type / for the list.")).toBeTruthy();
  expect(field().value).toBe("/foo bar");
  expect([sent(), chat.session.outbox.entries()]).toEqual([[], []]);
  await user.clear(field());
  await user.type(field(), "/etc/hosts is wrong{Enter}");
  await vi.waitFor(() => expect(sent()).toEqual(["/etc/hosts is wrong"]));
});

it("says that a command needs a connection, and loses nothing", async () => {
  const given = { channelId: channel.id, channel, parentId: null, people: [], picked: [], channels: [] };
  let isDone = false;
  await runCommand({
    ...{ place: "here", text: "/away", given: { ...given, signedIn: chat.signedIn } },
    ...{ isOffline: true, hasFiles: false },
    onDone: () => (isDone = true),
    onSendAsText: () => undefined,
  });
  expect(isDone).toBe(false);
  expect(answersOf(chat.signedIn).of("here")).toMatchObject([
    { isError: true, text: "Commands need a connection. Your words stay here." },
  ]);
});

it("sends the same ID again when the answer to a reminder was lost", async () => {
  const ids: unknown[] = [];
  let isLost = true;
  chat.server.answers.set("POST /api/reminders", (body) => {
    ids.push(body["id"]);
    // An answer without a body, as of a connection that broke off.
    if (isLost) return undefined;
    return {
      reminder: { id: body["id"], target: { kind: "me", id: null, name: null }, text: "x", at: body["at"] },
    };
  });
  await user.type(field(), "/remind me to water the plants in 20 minutes{Enter}");
  await screen.findByRole("button", { name: "Send as text" });
  isLost = false;
  await user.type(field(), "{Enter}");
  expect(await screen.findByText(/^Reminder for you: .*“water the plants”\.$/)).toBeTruthy();
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
});

it("shows what a program answers to the viewer alone, replaces it and takes it away", async () => {
  chat.server.isHolding = false;
  const answer = { id: testId(70), channelId: channel.id, parentId: null, buttons: [] };
  act(() => chat.server.emit("command.answered", { ...answer, content: "Deploying **staging**" }));
  expect(await within(await answers()).findByText("staging")).toBeTruthy();
  act(() => chat.server.emit("command.answered", { ...answer, content: "Deployed" }));
  await vi.waitFor(async () => expect(within(await answers()).getAllByRole("listitem")).toHaveLength(1));
  expect(await within(await answers()).findByText("Deployed")).toBeTruthy();
  act(() => chat.server.emit("command.answered", { ...answer, content: null }));
  await vi.waitFor(() => expect(screen.queryByText("Deployed")).toBeNull());
});

it("sends one press of a button, after asking where the program wants that", async () => {
  const presses: unknown[] = [];
  chat.server.answers.set(`POST /api/program-messages/${testId(71)}/presses`, (body) => {
    presses.push(body["button"]);
    return { answer: null };
  });
  const confirm = { title: "Stop it?", text: "All of it", verb: "Stop all" };
  const buttons = [
    { id: "go", label: "Go" },
    { id: "stop", label: "Stop", confirm },
  ];
  chat.show(<ProgramButtons messageId={testId(71)} buttons={buttons} />);
  await user.dblClick(screen.getByRole("button", { name: "Go" }));
  await vi.waitFor(() => expect(presses).toEqual(["go"]));
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await user.click(await screen.findByRole("button", { name: "Stop all" }));
  await vi.waitFor(() => expect(presses).toEqual(["go", "stop"]));
});

it("votes in a poll by its radio buttons, which say how many chose what", async () => {
  const options = [
    { text: "Pizza", count: 1, userIds: [testId(5)] },
    { text: "Salad", count: 0, userIds: [] },
  ];
  const poll = {
    question: "Lunch?",
    options,
    isMultiple: false,
    isAnonymous: false,
    voterCount: 1,
    isClosed: false,
  };
  const message = { ...aMessage({ id: testId(72), seq: 72 }), poll };
  const votes: unknown[] = [];
  chat.server.answers.set(`PUT /api/messages/${testId(72)}/poll-vote`, (body) => {
    votes.push(body["choices"]);
    return { message };
  });
  chat.show(<PollView message={message} poll={poll} />);
  const group = screen.getByRole("group", { name: "Lunch?" });
  expect(within(group).getByRole("radio", { name: /^Pizza.*, 1 vote: / })).toBeTruthy();
  await user.click(within(group).getByRole("radio", { name: /^Salad/ }));
  await vi.waitFor(() => expect(votes).toEqual([[1]]));
});
