// @vitest-environment jsdom

import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { ArticleSettings } from "./article-settings.tsx";
import { DeletedDrafts } from "./articles/deleted-drafts.tsx";
import { keys } from "./data/keys.ts";
import { useArticle, useArticleDraft, useFaq } from "./data/queries.ts";
import { FaqEditor } from "./faq/faq-editor.tsx";
import { BaseSearch } from "./overview/base-search.tsx";
import { RunPanel } from "./sop/run-panel.tsx";
import { DraftLead } from "./writing/draft-lead.tsx";

let server: RealServer;
let admin: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => browser.end());

const of = (articleId: string) => ({ params: { articleId } });
const save = async (id: string, answer: string, baseVersion: number, category = "") =>
  (
    await admin.call(routes.saveFaqAnswer, {
      ...of(id),
      body: { question: "Where is the key?", answer, category, baseVersion },
    })
  ).answer;
const faq = async (id: string) =>
  (await admin.call(routes.listFaq, {})).items.find((one) => one.id === id) as FaqAnswer;
const article = async (id: string) => (await admin.call(routes.getArticle, of(id))).article;

/** The editor as the page opens it, with the answer as it is in the cache. */
function Editor({ answer }: { answer: FaqAnswer }) {
  useFaq();
  return <FaqEditor answer={answer} question="" categories={[]} onClose={() => undefined} />;
}

/** The settings over the page, which stays live. */
function Settings({ first }: { first: OpenArticle }) {
  const { data } = useArticle(first.id);
  return data ? <ArticleSettings article={data} onClose={() => undefined} /> : null;
}

describe("the editor of an answer", () => {
  const open = (answer: FaqAnswer) => render(<Editor answer={answer} />, { wrapper: browser.Around });
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Answer" });
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

  it("merges a stored draft of an older version with what someone else has saved since", async () => {
    const id = uuidv7();
    const first = await save(id, "It is in the left drawer of the desk.", 0);
    const shown = open(first);
    await userEvent.type(await field(), " Ask first.");
    shown.unmount();
    const second = await save(id, "It is in the right drawer of the desk.", 1, "Office");
    open(second);
    expect((await field()).value).toBe("It is in the left drawer of the desk. Ask first.");
    await press("Save answer");
    expect(await screen.findByText(/both changes fit together/)).toBeTruthy();
    expect((await field()).value).toBe("It is in the right drawer of the desk. Ask first.");
    expect((await faq(id)).answer).toBe("It is in the right drawer of the desk.");
    await press("Save answer");
    await waitFor(async () =>
      expect(await faq(id)).toMatchObject({
        answer: "It is in the right drawer of the desk. Ask first.",
        category: "Office",
        version: 3,
      }),
    );
  });

  it("shows both texts where two people changed the same words, and saves the one that is kept", async () => {
    const id = uuidv7();
    open(await save(id, "Ring the bell", 0));
    const text = await field();
    await userEvent.clear(text);
    await userEvent.type(text, "Ring twice");
    await save(id, "Ring never", 1);
    await press("Save answer");
    expect(await screen.findByText(/Ring never/)).toBeTruthy();
    expect(text.value).toBe("Ring twice");
    await press("Keep editing mine");
    await press("Save answer");
    await waitFor(async () => expect((await faq(id)).answer).toBe("Ring twice"));
  });

  it("keeps the text where the answer has since been archived, and says so", async () => {
    const id = uuidv7();
    open(await save(id, "Old", 0));
    const text = await field();
    await userEvent.type(text, " and new");
    await admin.call(routes.archiveArticle, of(id));
    await press("Save answer");
    expect((await screen.findByText("This page is not published.")).closest("[role]")).toBeTruthy();
    expect(text.value).toBe("Old and new");
    expect(await faq(id)).toBeUndefined();
  });
});

/** Title and summary over a draft that stays live. */
function Lead({ id }: { id: string }) {
  const { data } = useArticleDraft(id, true);
  return data ? <DraftLead draft={data} kind="article" /> : null;
}

describe("the title and summary of a draft", () => {
  const draft = async (id: string) => (await admin.call(routes.getArticleDraft, of(id))).draft!;
  const draftKey = (id: string) => `atoll.draft.${admin.user.id}.article-lead/${id}`;
  const begin = async () => {
    const id = uuidv7();
    await admin.call(routes.createArticle, { body: { id, kind: "article", title: "Old", body: "Words" } });
    return id;
  };
  const open = async (id: string) => {
    const { unmount } = render(<Lead id={id} />, { wrapper: browser.Around });
    const find = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
    return { title: await find("Title"), summary: await find("Summary"), unmount };
  };

  it("keep a pasted title that is too long, and show the error", async () => {
    const { title } = await open(await begin());
    const pasted = "Harbour ".repeat(40).trim();
    await userEvent.clear(title);
    await userEvent.click(title);
    await userEvent.paste(pasted);
    expect(title.value).toBe(pasted);
    expect(await screen.findByText("Too long: 319 of 160 characters")).toBeTruthy();
  });

  it("keep what is typed while an earlier save is answered", async () => {
    const id = await begin();
    const { title, summary } = await open(id);
    await userEvent.clear(title);
    await userEvent.type(title, "Title");
    await userEvent.click(summary);
    await userEvent.type(summary, "This is the ");
    await waitFor(async () => expect(await draft(id)).toMatchObject({ title: "Title" }));
    await userEvent.type(summary, "summary");
    expect(summary.value).toBe("This is the summary");
    const shown: string[] = [];
    const watcher = new MutationObserver(() => shown.push(summary.value));
    watcher.observe(summary, { childList: true, subtree: true, characterData: true });
    await userEvent.tab();
    await waitFor(async () =>
      expect(await draft(id)).toMatchObject({ title: "Title", summary: "This is the summary" }),
    );
    await waitFor(() =>
      expect(browser.queryClient.getQueryData(keys.draft(id))).toMatchObject({
        summary: "This is the summary",
      }),
    );
    // Once what was typed is forgotten, the saved text is drawn from the cache.
    await waitFor(() => expect(localStorage.getItem(draftKey(id)) ?? "").not.toContain("summary"));
    watcher.disconnect();
    expect([title.value, summary.value]).toEqual(["Title", "This is the summary"]);
    expect(shown.filter((text) => text !== "This is the summary")).toEqual([]);
  });

  it("are restored after a reload while the field has focus, and are then saved", async () => {
    const id = await begin();
    const { title, unmount } = await open(id);
    await userEvent.type(title, " and new");
    unmount();
    browser.end();
    const kept = { ...localStorage };
    browser = await openBrowser(server, admin);
    for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
    const again = await open(id);
    expect(again.title.value).toBe("Old and new");
    await waitFor(async () => expect((await draft(id)).title).toBe("Old and new"), { timeout: 5000 });
  });

  it("merge with another field that a colleague changed, and ask about the same one", async () => {
    const id = await begin();
    const { title, summary } = await open(id);
    const change = async (set: object) =>
      admin.call(routes.saveArticleDraft, {
        ...of(id),
        body: { ...set, version: (await draft(id)).version },
      });
    await userEvent.type(title, " mine");
    await change({ summary: "Theirs", note: "A note" });
    await userEvent.tab();
    await waitFor(async () =>
      expect(await draft(id)).toMatchObject({ title: "Old mine", summary: "Theirs", note: "A note" }),
    );
    await waitFor(() => expect(summary.value).toBe("Theirs"));
    await userEvent.type(title, "!");
    await change({ title: "Their title" });
    expect(await screen.findByText(/It is now: “Their title”/)).toBeTruthy();
    expect(title.value).toBe("Old mine!");
    await userEvent.tab();
    expect((await draft(id)).title).toBe("Their title");
    await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
    await waitFor(async () => expect((await draft(id)).title).toBe("Old mine!"));
  });
});

describe("deleted drafts", () => {
  it("are listed with who discarded them, and restored by a button", async () => {
    const id = uuidv7();
    await admin.call(routes.createArticle, {
      body: { id, kind: "article", title: "Rig plan", body: "Words" },
    });
    await admin.call(routes.discardArticleDraft, of(id));
    const restored: string[] = [];
    render(<DeletedDrafts onRestored={(articleId) => restored.push(articleId)} />, {
      wrapper: browser.Around,
    });
    expect(await screen.findByText("Rig plan")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(restored).toEqual([id]));
    expect(await article(id)).toMatchObject({ title: "Rig plan", version: null });
    expect(await screen.findByText("No deleted drafts")).toBeTruthy();
  });
});

describe("the settings of a page", () => {
  const write = async () => {
    const id = uuidv7();
    await admin.call(routes.createArticle, { body: { id, kind: "article", title: "Page", body: "Words" } });
    return (await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } })).article;
  };
  const open = async (page: OpenArticle) => {
    render(<Settings first={page} />, { wrapper: browser.Around });
    return screen.findByRole<HTMLInputElement>("textbox", { name: "Category" });
  };
  const press = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));

  it("keep the deleted role of a page's readers, instead of opening it to everyone", async () => {
    const page = await write();
    const { role } = await admin.call(administrationRoutes.createRole, {
      body: { name: `rowers-${page.id.slice(-4)}`, description: "", departmentId: null },
    });
    await admin.call(routes.changeArticle, {
      ...of(page.id),
      body: { revision: page.revision, roleIds: [role.id] },
    });
    await admin.call(administrationRoutes.deleteRole, { params: { roleId: role.id } });
    const category = await open(page);
    expect(await screen.findByText("A deleted role")).toBeTruthy();
    await userEvent.type(category, "Sea");
    await press();
    await waitFor(async () => expect((await article(page.id)).category).toBe("Sea"));
    expect((await article(page.id)).roles).toMatchObject([{ id: role.id }]);
    const ana = server.people[0]!;
    expect(await ana.status(routes.getArticle, of(page.id))).toBe(404);
  });

  it("send only changed fields, which keeps changes by others", async () => {
    const page = await write();
    const category = await open(page);
    await userEvent.type(category, "Harbour");
    await admin.call(routes.changeArticle, {
      ...of(page.id),
      body: { revision: page.revision, tags: ["tides"], reviewDays: 30 },
    });
    await waitFor(async () => {
      await press();
      expect(await article(page.id)).toMatchObject({ category: "Harbour", tags: ["tides"], reviewDays: 30 });
    });
  });
});

describe("a run of a procedure", () => {
  it("is ticked and noted, and its note can be emptied again", async () => {
    const id = uuidv7();
    const body = ":::step{#one}\n**First**\n\nDo it.\n:::\n\n:::step{#two}\n**Second**\n\nAnd this.\n:::";
    await admin.call(routes.createArticle, { body: { id, kind: "article", title: "Steps", body } });
    await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } });
    const page = await article(id);
    render(<RunPanel article={page} onCurrentStep={() => undefined} />, { wrapper: browser.Around });
    await userEvent.type(await screen.findByRole("textbox", { name: "What is it for?" }), "Friday");
    await userEvent.click(screen.getByRole("button", { name: "Start run" }));
    const runs = async () => (await admin.call(routes.listSopRuns, { ...of(id), query: {} })).items;
    const note = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Note for this run" });
    await userEvent.type(note, "Slow");
    await userEvent.click(screen.getByRole("checkbox", { name: "First" }));
    await waitFor(async () =>
      expect(await runs()).toMatchObject([
        { note: "Slow", steps: [{ doneBy: { id: admin.id } }, { doneBy: null }] },
      ]),
    );
    // At once, before the page has heard that the note was saved.
    await userEvent.clear(note);
    expect(note.value).toBe("");
    await userEvent.tab();
    await waitFor(async () => expect(await runs()).toMatchObject([{ note: "" }]));
    await userEvent.click(await screen.findByRole("button", { name: "Step 2 is done" }));
    await userEvent.click(await screen.findByRole("button", { name: "Finish run" }));
    await waitFor(async () => expect(await runs()).toMatchObject([{ isDone: true, name: "Friday" }]));
    expect(await screen.findByRole("textbox", { name: "What is it for?" })).toBeTruthy();
  });

  it("needs a name, and all open runs are listed by their names", async () => {
    const id = uuidv7();
    const body = ":::step{#one}\n**Wipe**\n:::\n\n:::step{#two}\n**Install**\n:::";
    await admin.call(routes.createArticle, { body: { id, kind: "article", title: "Laptops", body } });
    await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } });
    // More than a page of ended runs are newer.
    await admin.call(routes.startSopRun, { ...of(id), body: { id: uuidv7(), name: "Laptop 12" } });
    for (let index = 0; index < 21; index += 1) {
      const runId = uuidv7();
      await admin.call(routes.startSopRun, { ...of(id), body: { id: runId, name: `Old ${index}` } });
      await admin.call(routes.endSopRun, { params: { runId } });
    }
    render(<RunPanel article={await article(id)} onCurrentStep={() => undefined} />, {
      wrapper: browser.Around,
    });
    await userEvent.click(await screen.findByText("Start another run"));
    await userEvent.click(screen.getByRole("button", { name: "Start run" }));
    expect(await screen.findByText(/Name the run/)).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "What is it for?" }), "Laptop 13");
    await userEvent.click(screen.getByRole("button", { name: "Start run" }));
    const list = within(await screen.findByRole("list", { name: "Open runs" }));
    expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Laptop 13"),
      expect.stringContaining("Laptop 12"),
    ]);
    await userEvent.click(list.getByRole("button", { name: /Laptop 12/ }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Wipe" }));
    await waitFor(async () =>
      expect(
        (await admin.call(routes.listSopRuns, { ...of(id), query: { state: "open" } })).items,
      ).toMatchObject([
        { name: "Laptop 13", steps: [{ doneBy: null }, { doneBy: null }] },
        { name: "Laptop 12", steps: [{ doneBy: { id: admin.id } }, { doneBy: null }] },
      ]),
    );
  });
});

describe("the search of the overview", () => {
  it("finds pages by their words and by their owner's name", async () => {
    const title = `Dredger ${uuidv7().slice(-6)}`;
    const id = uuidv7();
    await admin.call(routes.createArticle, { body: { id, kind: "article", title, body: "Words" } });
    await admin.call(routes.publishArticleDraft, { ...of(id), body: { version: 1 } });
    const owner = (await article(id)).owner.name;
    const routeTree = createRootRoute({
      component: () => <BaseSearch count={1} popular={[]} ask={() => null} />,
    });
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    render(<RouterProvider router={router as never} />, { wrapper: browser.Around });
    const field = await screen.findByRole("searchbox", { name: /by words, owner or tag/ });
    await userEvent.type(field, title);
    expect(await screen.findByRole("link", { name: title })).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, owner);
    await waitFor(() => expect(screen.getAllByRole("link").length).toBeGreaterThan(0));
    expect(screen.queryByText(/No pages match/)).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, "qzxwvkj");
    expect(await screen.findByText(/No pages match/)).toBeTruthy();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
