// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, marisol, ruth, testId } from "../../../../test/chat/objects.ts";
import { chatForEach } from "../../../../test/chat/start-chat.tsx";
import { chatKeys } from "../stream/api.ts";
import { NewChatDialog } from "./new-chat-dialog.tsx";
import { SearchDialog } from "./search-dialog.tsx";

const chat = chatForEach();
const onOpen = vi.fn();
const field = () => screen.findByRole("combobox");
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

beforeEach(() => {
  chat.server.people = [ruth, marisol, { ...ruth, id: testId(903), name: "Rut Marsh" }];
  onOpen.mockReset();
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("starts a chat with a colleague who is found by name", async () => {
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  expect(await screen.findByRole("dialog", { name: "Start a new chat" })).toBeTruthy();
  expect(screen.getByText("Type a name to search")).toBeTruthy();
  await user.type(await field(), "adeyemi");
  await vi.waitFor(() => expect(options()).toHaveLength(1));
  expect(chat.server.requests.filter((line) => line.includes("/people"))).toEqual([
    "GET /api/people?name=adeyemi&limit=9",
  ]);
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledWith(testId(2000)));
});

it("leaves the viewer out, and says when nobody is found or the search fails", async () => {
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "vega");
  expect(await screen.findByText('No results found for "vega"')).toBeTruthy();
  chat.server.refuse("internal_error");
  await user.clear(await field());
  await user.type(await field(), "ru");
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await vi.waitFor(() => expect(options()).toHaveLength(2));
  expect(screen.queryByRole("alert")).toBeNull();
  // The button is gone; what one writes in is where one goes on.
  expect(document.activeElement).toBe(await field());
});

it("does not say that nothing was found when people could not be searched for", async () => {
  chat.server.refusals.set("GET /api/people", "internal_error");
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "zz");
  expect((await screen.findByRole("alert")).textContent).toMatch("went wrong on the server");
  expect(screen.queryByText('No results found for "zz"')).toBeNull();
  chat.server.refusals.clear();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText('No results found for "zz"')).toBeTruthy();
});

it("finds cached people immediately, and keeps them in place when the server responds", async () => {
  chat.queryClient.setQueryData(["people", "search", "", 50], {
    people: [{ ...ruth, id: testId(904), name: "Rut Zøll" }, ruth],
  });
  const answer = Promise.withResolvers<void>();
  const fetchNow = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (String(input).includes("/api/people")) await answer.promise;
    return fetchNow(input, init);
  });
  chat.server.people = [ruth, { ...ruth, id: testId(903), name: "Rut Marsh" }];
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "zoll");
  expect(options()).toEqual([expect.stringContaining("Rut Zøll")]);
  await user.clear(await field());
  await user.type(await field(), "rut");
  expect(options()).toEqual([expect.stringContaining("Rut Zøll"), expect.stringContaining("Ruth Adeyemi")]);
  answer.resolve();
  // A person who has left is removed; the server's other results follow below.
  await vi.waitFor(() =>
    expect(options()).toEqual([expect.stringContaining("Ruth"), expect.stringContaining("Rut Marsh")]),
  );
});

it("says when a chat cannot be made", async () => {
  vi.spyOn(console, "info").mockReturnValue(undefined);
  const user = chat.show(<NewChatDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "rut marsh");
  await vi.waitFor(() => expect(options()).toHaveLength(1));
  await user.click(screen.getByRole("option"));
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to create chat");
  expect(onOpen).not.toHaveBeenCalled();
});

it("finds existing chats and people together, and moves with the arrow keys", async () => {
  chat.queryClient.setQueryData(chatKeys.channels, [
    aChannel({ id: testId(1), name: "marketing" }),
    aChannel({ id: testId(2), name: "deploys" }),
    aChannel({ id: testId(3), type: "DIRECT", peers: [ruth] }),
  ]);
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  expect(await screen.findByRole("dialog", { name: "Search Chats & People" })).toBeTruthy();
  expect(options()).toHaveLength(3);
  await user.type(await field(), "mar");
  await vi.waitFor(() => expect(options()).toHaveLength(2));
  expect(screen.getByRole("group", { name: "Existing Chats" }).textContent).toMatch("marketing");
  expect(screen.getByRole("group", { name: "People" }).textContent).toMatch("Rut Marsh");
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toMatch("Rut Marsh");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onOpen).toHaveBeenCalledWith(testId(1));

  await user.clear(await field());
  await user.type(await field(), "zz");
  expect(await screen.findByText('No results found for "zz"')).toBeTruthy();
});

it("shows a person whose chat is found once", async () => {
  chat.queryClient.setQueryData(chatKeys.channels, [
    aChannel({ id: testId(3), type: "DIRECT", peers: [ruth] }),
  ]);
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "adeyemi");
  await vi.waitFor(() => expect(chat.server.requests.some((line) => line.includes("/people"))).toBe(true));
  await vi.waitFor(() => expect(options()).toHaveLength(1));
});

const searchPath = "GET /api/search/messages";
const channel = { id: testId(1000), name: "deploys", type: "PUBLIC" } as const;
const groups = () => screen.queryAllByRole("group").map((group) => group.getAttribute("aria-labelledby"));
const hit = (seq: number, content: string, words: string[]) => ({
  message: aMessage({ seq, author: ruth, content }),
  channel,
  words,
});

it("shows messages between chats and people, marks their words and opens the one that is chosen", async () => {
  chat.server.answers.set(searchPath, (_body, url) => ({
    items: [hit(7, "The **margin** is fine", [url.searchParams.get("query") ?? ""])],
    nextCursor: null,
    corrected: "mar",
  }));
  chat.queryClient.setQueryData(chatKeys.channels, [aChannel({ id: testId(1), name: "marketing" })]);
  const onOpenMessage = vi.fn();
  const user = chat.show(
    <SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} onOpenMessage={onOpenMessage} />,
  );
  await user.type(await field(), "mar");
  await vi.waitFor(() => expect(options()).toHaveLength(3));
  expect(groups()).toHaveLength(3);
  expect(options()[1]).toMatch("Ruth Adeyemi");
  expect(screen.getByRole("group", { name: "Messages" }).querySelector("mark")?.textContent).toBe("mar");
  expect(screen.getByText("3 results", { selector: "[aria-hidden]" })).toBeTruthy();
  expect(chat.server.requests.filter((line) => line.startsWith(searchPath))).toHaveLength(1);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onOpenMessage).toHaveBeenCalledWith(expect.objectContaining({ seq: 7 }));
});

it("never lets a slow answer to an older search replace a newer one", async () => {
  chat.server.answers.set(searchPath, (_body, url) => {
    const query = url.searchParams.get("query") ?? "";
    return { items: [hit(1, `about ${query}`, [query])], nextCursor: null, corrected: null };
  });
  const slow = Promise.withResolvers<void>();
  const fetchNow = globalThis.fetch;
  const asked: string[] = [];
  const answered: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const query = new URL(String(input)).searchParams.get("query");
    if (query === null) return fetchNow(input, init);
    asked.push(query);
    if (query === "older") await slow.promise;
    // As a network does that does not hear of the giving up.
    const answer = await fetchNow(input, { ...init, signal: null });
    answered.push(query);
    return answer;
  });
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "older");
  await vi.waitFor(() => expect(asked).toEqual(["older"]));
  await user.clear(await field());
  await user.type(await field(), "newer");
  await vi.waitFor(() => expect(options().join()).toMatch("about newer"));
  const seen: string[] = [];
  new MutationObserver(() => seen.push(options().join())).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  slow.resolve();
  await vi.waitFor(() => expect(answered).toEqual(["newer", "older"]));
  await user.type(await field(), "s");
  await vi.waitFor(() => expect(options().join()).toMatch("about newers"));
  await vi.waitFor(() => expect(seen.at(-1)).toMatch("about newers"));
  expect(seen.join()).not.toMatch("older");
});

it("logs a search that fails, and shows that nothing was found", async () => {
  const logged = vi.spyOn(console, "info").mockReturnValue(undefined);
  chat.server.people = [];
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "zz");
  expect(await screen.findByText('No results found for "zz"')).toBeTruthy();
  expect(logged).toHaveBeenCalledWith("Messages could not be searched:", expect.any(String));
});

it("adds an operator after the text in the field", async () => {
  chat.server.answers.set(searchPath, () => ({ items: [], nextCursor: null, corrected: null }));
  const user = chat.show(<SearchDialog open onOpenChange={() => undefined} onOpen={onOpen} />);
  await user.type(await field(), "tide");
  await user.click(screen.getByRole("button", { name: "Add from:name" }));
  expect(((await field()) as HTMLInputElement).value).toBe("tide from:");
  expect(document.activeElement).toBe(await field());
  await user.keyboard("ruth");
  await user.click(screen.getByRole("button", { name: "Add has:file" }));
  await vi.waitFor(() =>
    expect(chat.server.requests.some((line) => line.includes("query=tide+from%3Aruth+has%3Afile&"))).toBe(
      true,
    ),
  );
});
