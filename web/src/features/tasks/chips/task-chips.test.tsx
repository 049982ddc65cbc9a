// @vitest-environment jsdom
import { chatRoutes } from "@atoll/contract/chat/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../../../test/held-equals-refetch.ts";
import { createRealtimeSocket, type RealtimeSocket } from "../../../lib/server/socket.ts";
import { adopt, clearSession } from "../../../lib/session/session-store.ts";
import { ViewerProvider } from "../../../lib/session/use-session.tsx";
import { createSignedIn, type EndableSignedIn } from "../../../lib/signed-in.ts";
import { SignedInValue } from "../../../lib/use-signed-in.tsx";
import { TaskChips } from "./task-chips.tsx";
import { tasksOfMessagesOf } from "./tasks-of-messages.ts";

// Ana looks at a message, and Ben makes tasks of it.

let server: RealServer;
let ana: RealPerson;
let ben: RealPerson;
let signedIn: EndableSignedIn;
let realtime: RealtimeSocket;
let messageId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana Lima", "Ben Okafor"]);
  [ana, ben] = [server.people[0]!, server.people[1]!];
  const { channel } = await ben.call(chatRoutes.createChannel, {
    body: { name: "Harbour", memberIds: [ana.id] },
  });
  messageId = uuidv7();
  await ben.call(chatRoutes.postMessage, {
    params: { channelId: channel.id },
    body: { id: messageId, content: "The buoys need paint" },
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  vi.stubGlobal("location", new URL(server.url));
  localStorage.clear();
  adopt(ana.session, ana.user);
  const queryClient = new QueryClient();
  realtime = createRealtimeSocket({ url: server.url, getToken: () => ana.session.accessToken });
  signedIn = createSignedIn({ queryClient, realtime, viewer: ana.user });
  realtime.open();
  await vi.waitUntil(() => realtime.getState() === "connected");
  render(
    <QueryClientProvider client={queryClient}>
      <ViewerProvider viewer={ana.user}>
        <SignedInValue value={signedIn}>
          <TaskChips messageId={messageId} />
        </SignedInValue>
      </ViewerProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  realtime.close();
  signedIn.end();
  clearSession("never-in");
  vi.unstubAllGlobals();
});

const fresh = async () =>
  (await ana.call(taskRoutes.listTasksOfMessages, { query: { messages: messageId } })).tasks;
const change = (taskId: string, set: object) =>
  ben.call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: uuidv7(), ...set } });

it("shows the tasks created from a message to people who may see them", async () => {
  const proof = (act: () => Promise<unknown>) =>
    heldEqualsRefetch({ held: () => tasksOfMessagesOf(signedIn).of(messageId), fresh, act });
  const [paint, hidden] = [uuidv7(), uuidv7()];
  const create = (id: string, title: string, assigneeId: string | null) =>
    ben.call(taskRoutes.createTask, { body: { id, title, assigneeId, sourceMessageId: messageId } });
  await create(hidden, "Ben's own", null);
  await proof(() => create(paint, "Paint the buoys", ana.id));
  const link = await screen.findByRole("link", { name: /^Task, To Do: ?Paint the buoys$/ });
  expect(link.getAttribute("href")).toBe(`/tasks?task=${paint}`);
  await proof(() => change(paint, { status: "in_review" }));
  await screen.findByRole("link", { name: /^Task, In Review: ?Paint the buoys$/ });
  await proof(() => change(hidden, { assigneeId: ana.id }));
  await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(2));
  await proof(() => change(paint, { assigneeId: null }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Paint the buoys/ })).toBeNull());
  await proof(() =>
    ben.call(taskRoutes.deleteTask, { params: { taskId: hidden }, query: { changeId: uuidv7() } }),
  );
  await waitFor(() => expect(screen.queryByRole("list")).toBeNull());
});

it("requests tasks only for messages that stay visible, in one request", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const store = tasksOfMessagesOf(signedIn);
  const stays = Array.from({ length: 3 }, () => uuidv7());
  for (let row = 0; row < 300; row += 1) store.show(uuidv7())();
  for (const id of stays) store.show(id);
  const questions = () =>
    asked.mock.calls.map(([url]) => String(url)).filter((url) => url.includes("of-messages"));
  await vi.waitUntil(() => stays.every((id) => questions().some((url) => url.includes(id))));
  expect(questions()).toHaveLength(1);
  asked.mockRestore();
});
