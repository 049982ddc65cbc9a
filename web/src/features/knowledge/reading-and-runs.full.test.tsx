// @vitest-environment jsdom
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { cutNetwork, holdAnswers, requests } from "../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { Toaster } from "../../ui/toast/toast.tsx";
import { useArticle, useArticleDraft } from "./data/queries.ts";
import { ArticleScreen } from "./reading/article-screen.tsx";
import { ConfirmBar } from "./reading/confirm-bar.tsx";
import { Helpful } from "./reading/helpful.tsx";
import { RunPanel } from "./sop/run-panel.tsx";
import { ApprovalBar } from "./writing/approval-bar.tsx";
import { DraftScreen } from "./writing/draft-screen.tsx";
import { RefuseDialog } from "./writing/refuse-dialog.tsx";

// The administrator reads, approves and runs pages at the real server, while others change the same pages.

let server: RealServer;
let admin: RealPerson;
let ana: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  ana = server.people[0]!;
  // She writes procedures that someone else approves.
  const { roles } = await admin.call(administrationRoutes.listRoles, { query: {} });
  const { user } = await admin.call(administrationRoutes.getUser, { params: { userId: ana.id } });
  const roleIds = roles.filter(({ name }) => name === "super_admin").map(({ id }) => id);
  await admin.call(administrationRoutes.updateUser, {
    params: { userId: ana.id },
    body: { version: user.version, roleIds },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const of = (articleId: string) => ({ params: { articleId } });
const steps = ":::step{#one}\n**Wipe**\n:::\n\n:::step{#two}\n**Install**\n:::";
async function write(title: string, more: { kind?: "article" | "sop"; body?: string } = {}, who = admin) {
  const id = uuidv7();
  const { kind = "article", body = "Words" } = more;
  await who.call(routes.createArticle, { body: { id, kind, title, body } });
  return id;
}
const draftOf = async (id: string, who = admin) => (await who.call(routes.getArticleDraft, of(id))).draft!;
async function publish(id: string, mustRead = false): Promise<void> {
  let { version } = await draftOf(id);
  if (mustRead)
    ({ version } = (
      await admin.call(routes.saveArticleDraft, { ...of(id), body: { mustRead, version } })
    ).draft);
  await admin.call(routes.publishArticleDraft, { ...of(id), body: { version } });
}
const article = async (id: string) => (await admin.call(routes.getArticle, of(id))).article;

function Reading({ id }: { id: string }) {
  const { data } = useArticle(id);
  return data ? (
    <>
      <ConfirmBar article={data} askLink={null} />
      <Helpful article={data} />
    </>
  ) : null;
}
function Approving({ id }: { id: string }) {
  const { data } = useArticle(id);
  const draft = useArticleDraft(id, true).data;
  return data && draft ? <ApprovalBar article={data} draft={draft} onRefuse={() => undefined} /> : null;
}
function show(part: React.ReactNode) {
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });

describe("a page that must be read", () => {
  it("counts a confirmation once, also if its event arrives before its answer", async () => {
    const id = await write("Safety on the quay");
    await publish(id, true);
    show(<Reading id={id} />);
    const button = await screen.findByRole("button", { name: "I have read version 1" });
    const answers = holdAnswers(requests("PUT", /confirmation/));
    await userEvent.click(button);
    const { confirmed } = await article(id);
    await screen.findByText(new RegExp(`^1 of ${confirmed?.of} have`));
    await answers.release();
    expect(await screen.findByText("You read version 1 today")).toBeTruthy();
    await waitFor(() => expect(browser.queryClient.isFetching()).toBe(0));
    expect(screen.getByText(/ have\./).textContent).toMatch(/^1 of/);
  });

  it("asks for the newer version that was published while the older one was read", async () => {
    const id = await write("Fire drill");
    await publish(id, true);
    show(<Reading id={id} />);
    await screen.findByRole("button", { name: "I have read version 1" });
    browser.realtime.close();
    await admin.call(routes.beginArticleDraft, { ...of(id), body: { from: null } });
    await publish(id, true);
    await press("I have read version 1");
    expect(await screen.findByRole("button", { name: "I have read version 2" })).toBeTruthy();
    expect((await article(id)).lastConfirmed).toBeNull();
  });

  it("keeps a vote as it was when it could not be saved", async () => {
    const id = await write("Ropes");
    await publish(id);
    show(<Reading id={id} />);
    const yes = await screen.findByRole("button", { name: "Yes" });
    const reconnect = cutNetwork();
    await userEvent.click(yes);
    expect(await screen.findByText(/cannot be reached|Failed to save your vote/)).toBeTruthy();
    reconnect();
    expect(yes.getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(yes);
    await waitFor(() => expect(yes.getAttribute("aria-pressed")).toBe("true"));
  });
});

describe("a run of a procedure", () => {
  const runs = async (id: string) => (await admin.call(routes.listSopRuns, { ...of(id), query: {} })).items;
  const open = async (names: readonly string[]) => {
    const id = await write("Laptops", { body: steps });
    await publish(id);
    const ids = names.map(() => uuidv7());
    for (const [at, name] of names.entries())
      await admin.call(routes.startSopRun, { ...of(id), body: { id: ids[at]!, name } });
    show(<RunPanel article={await article(id)} onCurrentStep={() => undefined} />);
    return { id, ids };
  };

  it("ended elsewhere gives way to no other one, and keeps the note that was typed", async () => {
    const { id, ids } = await open(["Laptop 12", "Laptop 13"]);
    await press(/^.*Laptop 12/);
    await screen.findByRole("region", { name: "Laptop 12" });
    await userEvent.type(await field("Note for this run"), "Screen is broken");
    await admin.call(routes.endSopRun, { params: { runId: ids[0]! } });
    expect(await screen.findByText("This run has ended.")).toBeTruthy();
    expect(screen.getByText("Screen is broken")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Laptop 13" })).toBeNull();
    await press(/^.*Laptop 13/);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Wipe" }));
    await waitFor(async () =>
      expect((await runs(id)).find((run) => run.id === ids[1])?.steps[0]?.doneBy).toMatchObject({
        id: admin.id,
      }),
    );
  });

  it("keeps a note that could not be saved, without blaming someone else", async () => {
    const { id } = await open(["Laptop 14"]);
    const note = await field("Note for this run");
    await userEvent.type(note, "Slow");
    const reconnect = cutNetwork();
    await userEvent.tab();
    await screen.findAllByText(/cannot be reached|Failed to change the run/);
    expect(screen.queryByText(/^Someone else changed this run/)).toBeNull();
    reconnect();
    expect(note.value).toBe("Slow");
    await userEvent.click(note);
    await userEvent.tab();
    await waitFor(async () => expect(await runs(id)).toMatchObject([{ note: "Slow" }]));
  });
});

describe("a draft that is submitted for approval", () => {
  it("is approved only as it was seen, and what should change stays typed when that comes too late", async () => {
    const id = await write("Drain the pool", { kind: "sop", body: steps }, ana);
    await ana.call(routes.shareArticleDraft, of(id));
    const { version } = await draftOf(id, ana);
    await ana.call(routes.submitArticleDraft, { ...of(id), body: { version, reviewerId: admin.id } });
    show(<Approving id={id} />);
    const approve = await screen.findByRole("button", { name: "Approve this text" });
    // The page does not hear of the change.
    browser.realtime.close();
    const submitted = await draftOf(id, ana);
    const edit = { title: "Drain both pools", version: submitted.version };
    await ana.call(routes.saveArticleDraft, { ...of(id), body: edit });
    await userEvent.click(approve);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve this text" })).toBeNull());
    expect((await draftOf(id, ana)).state).toBe("writing");
    show(<RefuseDialog articleId={id} onClose={() => undefined} />);
    const why = await field("What should change?");
    await userEvent.type(why, "Name the valve");
    await press("Ask for changes");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(why.value).toBe("Name the valve");
  });
});

describe("a page that goes while a form is open over it", () => {
  const nothing = () => undefined;
  const parts = { crumbs: () => null, back: null };
  const showScreen = (screenOf: React.ReactNode) => {
    const routeTree = createRootRoute({ component: () => <>{screenOf}</> });
    show(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() }) as never} />);
  };
  /** A page of Ana's that was never published: discarding its draft deletes it. */
  const shared = async (title: string) => {
    const id = await write(title, {}, ana);
    await ana.call(routes.shareArticleDraft, of(id));
    return id;
  };
  const missing = () => screen.findByText(/^(This page does not exist|There is no draft of this page)/);

  it("keeps the words in its settings, and says why they are not saved", async () => {
    const id = await shared("Paint the buoy");
    showScreen(
      <ArticleScreen articleId={id} {...parts} ask={() => null} onEdit={nothing} onRestore={nothing} />,
    );
    await press("More");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Owner, readers and review" }));
    const category = await field("Category");
    await userEvent.type(category, "Buoys");
    await ana.call(routes.discardArticleDraft, of(id));
    await missing();
    await press("Save changes");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(category.value).toBe("Buoys");
  });

  it("keeps the note of a version, and leaves the draft once the form is closed", async () => {
    const id = await shared("Paint the pier");
    const onRead = vi.fn();
    showScreen(
      <DraftScreen
        articleId={id}
        {...parts}
        restore={null}
        onRestore={nothing}
        onGone={nothing}
        onRead={onRead}
      />,
    );
    await press("Write in this draft");
    await press("Publish");
    const note = await field("What is new?");
    await userEvent.type(note, "Green instead of red");
    // Someone else publishes it first, so that this draft is over.
    await ana.call(routes.publishArticleDraft, {
      ...of(id),
      body: { version: (await draftOf(id, ana)).version },
    });
    await screen.findByRole("dialog", { name: "Publish version 2" });
    expect(note.value).toBe("Green instead of red");
    expect(onRead).not.toHaveBeenCalled();
    await press("Cancel");
    await waitFor(() => expect(onRead).toHaveBeenCalledOnce());
  });
});
