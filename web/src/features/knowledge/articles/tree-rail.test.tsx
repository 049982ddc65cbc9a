// @vitest-environment jsdom
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { useTreeRail } from "./tree-rail.tsx";

// jsdom has none of them.
vi.stubGlobal("scrollTo", () => undefined);
Element.prototype.scrollIntoView = () => undefined;

let server: RealServer;
let admin: RealPerson;
let ana: RealPerson;
let browser: OpenBrowser;
let islandId: string;
let harbourId: string;

async function publish(title: string, parentId: string | null = null): Promise<string> {
  const id = uuidv7();
  await admin.call(routes.createArticle, { body: { id, kind: "article", title, body: "Words", parentId } });
  await admin.call(routes.publishArticleDraft, { params: { articleId: id }, body: { version: 1 } });
  return id;
}

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  ana = server.people[0]!;
  islandId = await publish("Island");
  harbourId = await publish("Harbour", islandId);
  await publish("Berths", harbourId);
  await publish("Reef");
});
afterAll(() => server.close());
beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  browser = await openBrowser(server, ana);
});
afterEach(() => browser.end());

function Page() {
  const { rail, button } = useTreeRail("reading", {
    ...{ articleId: harbourId, canMove: false, onNew: () => undefined },
  });
  return (
    <>
      {button}
      {rail}
    </>
  );
}

function show() {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  });
  return render(<RouterProvider router={router as never} />, { wrapper: browser.Around });
}

const rail = () => screen.findByRole("complementary", { name: "Articles" });
const titles = async () =>
  within(await rail())
    .queryAllByRole("link")
    .map(({ textContent }) => textContent);

it("shows the tree with the open page marked, opens closed branches above it, and remembers that it was hidden", async () => {
  localStorage.setItem("atoll.knowledge.closed-branches", islandId);
  const { unmount } = show();
  await waitFor(async () => expect(await titles()).toEqual(["Island", "Harbour", "Berths", "Reef"]));
  expect((await screen.findByRole("link", { name: "Harbour" })).ariaCurrent).toBe("page");
  await userEvent.click(screen.getByRole("button", { name: "Hide the tree" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  unmount();
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Show the tree" }));
  expect(await titles()).toContain("Harbour");
});

it("shows only pages whose titles have the words of the filter, below the pages above them", async () => {
  show();
  const field = await screen.findByRole("searchbox", { name: "Filter by title" });
  await userEvent.type(field, "BERT");
  await waitFor(async () => expect(await titles()).toEqual(["Island", "Harbour", "Berths"]));
  await userEvent.clear(field);
  await userEvent.type(field, "nowhere");
  expect(await screen.findByText("No titles contain “nowhere”")).toBeTruthy();
});

it("moves a page that somebody moves, and drops one whose readers are narrowed", async () => {
  show();
  await waitFor(async () => expect(await titles()).toEqual(["Island", "Harbour", "Berths", "Reef"]));
  await admin.call(routes.moveArticle, { params: { articleId: harbourId }, body: { parentId: null } });
  await waitFor(async () => expect(await titles()).toEqual(["Island", "Reef", "Harbour", "Berths"]));
  const { departments } = await admin.call(routes.getArticleAudience, {});
  await admin.call(routes.changeArticle, {
    params: { articleId: harbourId },
    body: { departmentIds: [departments.at(-1)!.id] },
  });
  await waitFor(async () => expect(await titles()).toEqual(["Island", "Reef"]));
});

it("keeps the open branches of a large tree when another part fails to load, and finds nothing without the server", async () => {
  const { fetch } = globalThis;
  let isDown = false;
  // As the server answers about a tree that is too large to be sent whole.
  vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
    const url = String(asked[0] instanceof Request ? asked[0].url : asked[0]);
    if (!url.includes("/knowledge/tree")) return fetch(...asked);
    if (isDown) return new Response("", { status: 502 });
    const tree = await (await fetch(...asked)).json();
    return Response.json({ ...tree, isWhole: false, cut: [] });
  });
  show();
  const before = ["Island", "Reef"];
  await waitFor(async () => expect(await titles()).toEqual(before));
  isDown = true;
  const [branch] = await screen.findAllByRole("button", { name: "Pages below Island" });
  await userEvent.click(branch!);
  expect(await screen.findByText(/Failed to load this part of the tree/)).toBeTruthy();
  expect(await titles()).toEqual(before);
  const field = screen.getByRole("searchbox", { name: "Filter by title" });
  await userEvent.type(field, "ree");
  await waitFor(async () => expect(await titles()).toEqual([]));
  isDown = false;
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  await waitFor(async () => expect(await titles()).toEqual(["Reef"]));
});
