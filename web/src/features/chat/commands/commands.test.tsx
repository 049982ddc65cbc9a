// @vitest-environment jsdom
import type { Poll } from "@atoll/contract/chat/schemas";
import { act, cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
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

it("sends the same reminder again when the answer was lost, for the time that was meant", async () => {
  const bodies: Record<string, unknown>[] = [];
  let isLost = true;
  chat.server.answers.set("POST /api/reminders", (body) => {
    bodies.push(body);
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
  expect(bodies.length).toBeGreaterThan(1);
  for (const body of bodies) expect(body).toEqual(bodies[0]);
});

it("keeps the words of a command whose outcome nobody knows, and runs it again only when asked", async () => {
  const path = `POST ${inChannel("/command-calls")}`;
  const ids: unknown[] = [];
  chat.server.refusals.set(path, "command_call_repeated");
  await user.type(field(), "/deploy prod{Enter}");
  const again = await within(await answers()).findByRole("button", { name: "Run again" });
  expect(field().value).toBe("/deploy prod");
  chat.server.refusals.delete(path);
  chat.server.answers.set(path, (body) => {
    ids.push(body["id"]);
    return { answer: null };
  });
  await user.click(again);
  await vi.waitFor(() => expect(field().value).toBe(""));
  expect(ids).toHaveLength(1);
});

it("shows what is wrong with a command only while its words are in the field", async () => {
  chat.server.refusals.set(`PATCH ${inChannel("")}`, "forbidden");
  await user.type(field(), "/topic Release 7{Enter}");
  await within(await answers()).findByRole("button", { name: "Send as text" });
  await user.type(field(), "!");
  expect(screen.queryByRole("button", { name: "Send as text" })).toBeNull();
  expect(field().value).toBe("/topic Release 7!");
});

const colleague = (number: number, name: string, email: string) => ({
  ...{ id: testId(number), name, email, avatar: null, isFormer: false },
});
const alexes = [
  colleague(81, "Alex Kim", "alex@pelican.example"),
  colleague(82, "Alex Kim", "kim@pelican.example"),
];
function answerPeople() {
  chat.server.answers.set("GET /api/people", () => ({ people: alexes }));
}

it("invites the colleague who was chosen of two with one name, and asks where none was", async () => {
  answerPeople();
  const path = (person: number) => `PUT ${inChannel(`/members/${testId(person)}`)}`;
  const invited: number[] = [];
  for (const person of [81, 82])
    chat.server.answers.set(path(person), () => {
      invited.push(person);
      return {};
    });
  await user.click(field());
  await user.paste("/invite @Alex Kim");
  // Nobody is chosen from the list that it opens.
  await screen.findAllByRole("option", { name: /Alex Kim/ });
  await user.keyboard("{Escape}{Enter}");
  const list = await answers();
  expect(await within(list).findByText(/^Several colleagues are named Alex Kim/)).toBeTruthy();
  expect(invited).toEqual([]);
  await user.clear(field());
  await user.type(field(), "/invite @Alex");
  await user.click(await screen.findByRole("option", { name: /kim@pelican\.example/ }));
  expect(await screen.findByText("Adds Alex Kim (kim@pelican.example) to this channel")).toBeTruthy();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(invited).toEqual([82]));
});

it("finds the people of a pasted command before it acts, and creates nothing for a name that nobody has", async () => {
  const tasks: Record<string, unknown>[] = [];
  chat.server.answers.set("GET /api/people", () => ({
    people: [colleague(83, "Ada Quay", "ada@pelican.example"), colleague(84, "Ada", "a@pelican.example")],
  }));
  chat.server.answers.set("POST /api/tasks", (body) => {
    tasks.push(body);
    return {};
  });
  await user.click(field());
  await user.paste("/task Write to info@ada.example @Ada Quay due 2031-11-20");
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(tasks).toHaveLength(1));
  expect(tasks[0]).toMatchObject({ title: "Write to info@ada.example", assigneeId: testId(83) });
  await vi.waitFor(() => expect(field().value).toBe(""));
  await user.paste("/task Send the invoice @Zoe");
  await user.keyboard("{Enter}");
  const problem = "“@Zoe” names nobody. Choose the person from the list after the @.";
  expect((await within(await answers()).findAllByText(problem)).length).toBeGreaterThan(0);
  expect(tasks).toHaveLength(1);
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

const aPoll = (given: Partial<Poll> = {}): Poll => ({
  question: "Lunch?",
  options: [
    { text: "Pizza", count: 1, userIds: [testId(5)] },
    { text: "Salad", count: 0, userIds: [] },
  ],
  ...{ isMultiple: false, isAnonymous: false, voterCount: 1, isClosed: false, ...given },
});
function showPoll(poll: Poll) {
  const message = { ...aMessage({ id: testId(72), seq: 72 }), poll };
  chat.show(<PollView message={message} poll={poll} />);
  return { message, group: screen.getByRole("group", { name: "Lunch?" }) };
}
const votePath = `/api/messages/${testId(72)}/poll-vote`;

it("votes in a poll by buttons, which say how many chose what and which the keyboard only passes", async () => {
  const votes: unknown[] = [];
  const { message, group } = showPoll(aPoll());
  chat.server.answers.set(`PUT ${votePath}`, (body) => {
    votes.push(body);
    return { message };
  });
  const pizza = within(group).getByRole("button", { name: /^Pizza.*, 1 vote: / });
  // The field takes the focus once it is painted.
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  act(() => pizza.focus());
  await user.keyboard("{ArrowDown}{ArrowRight}{Tab}");
  expect(document.activeElement?.textContent).toContain("Salad");
  expect(votes).toEqual([]);
  await user.keyboard(" ");
  await vi.waitFor(() => expect(votes).toEqual([{ choices: [1], seen: [] }]));
});

it("sends votes one after the other, each with the vote that was seen, and shows the real one when refused", async () => {
  const votes: unknown[] = [];
  let own: unknown = [];
  chat.server.answers.set(`GET ${votePath}`, () => ({ choices: own }));
  const { message, group } = showPoll(aPoll({ isMultiple: true, isAnonymous: true }));
  chat.server.answers.set(`PUT ${votePath}`, (body) => {
    votes.push(body);
    own = body["choices"];
    return { message };
  });
  const button = (name: RegExp) => within(group).getByRole("button", { name });
  await vi.waitFor(() => expect(button(/^Pizza/).getAttribute("aria-disabled")).toBeNull());
  await user.click(button(/^Pizza/));
  await user.click(button(/^Salad/));
  await vi.waitFor(() =>
    expect(votes).toEqual([
      { choices: [0], seen: [] },
      { choices: [0, 1], seen: [0] },
    ]),
  );
  // Another device has withdrawn both.
  own = [];
  chat.server.refusals.set(`PUT ${votePath}`, "poll_vote_changed");
  await user.click(button(/^Salad/));
  await vi.waitFor(() => expect(button(/^Pizza/).getAttribute("aria-pressed")).toBe("false"));
  expect(button(/^Salad/).getAttribute("aria-pressed")).toBe("false");
});

it("closes a poll after asking", async () => {
  const message = { ...aMessage({ id: testId(72), seq: 72, author: marisol }), poll: aPoll() };
  let closures = 0;
  chat.server.answers.set(`PUT /api/messages/${testId(72)}/poll-closure`, () => {
    closures += 1;
    return { message };
  });
  chat.show(<PollView message={message} poll={message.poll} />);
  await user.click(screen.getByRole("button", { name: "Close poll" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Close this poll?" });
  expect(closures).toBe(0);
  await user.click(within(dialog).getByRole("button", { name: "Close poll" }));
  await vi.waitFor(() => expect(closures).toBe(1));
});

it("lists who voted for what, unless the poll is anonymous", async () => {
  chat.server.answers.set(`GET /api/messages/${testId(72)}/reactors`, () => ({ people: [ruth] }));
  const options = [
    { text: "Pizza", count: 1, userIds: [ruth.id] },
    { text: "Salad", count: 0, userIds: [] },
  ];
  showPoll(aPoll({ options }));
  await user.click(screen.getByRole("button", { name: "Show voters" }));
  const list = await screen.findByRole("list", { name: "People who voted for Pizza" });
  expect(within(list).getByText("Ruth Adeyemi")).toBeTruthy();
  cleanup();
  showPoll(aPoll({ options, isAnonymous: true }));
  expect(screen.queryByRole("button", { name: "Show voters" })).toBeNull();
});
