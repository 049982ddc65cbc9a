// @vitest-environment jsdom
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { cutNetwork, holdAnswers, loseAnswer, requests } from "../../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { Toaster } from "../../../ui/toast/toast.tsx";
import { usualIdeas } from "../data/filter.ts";
import { IdeaList } from "../list/idea-list.tsx";
import { NewIdeaDialog } from "../new/new-idea-dialog.tsx";
import { IdeaScreen } from "./idea-screen.tsx";

// Ana has her ideas open at the real server, and an administrator the list, while others change the same ideas.

let server: RealServer;
let admin: RealPerson;
let ana: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  ana = server.people[0]!;
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const of = (ideaId: string) => ({ params: { ideaId } });
const read = async (id: string, who = admin) => (await who.call(routes.getIdea, of(id))).idea;
async function post(title: string, who = ana): Promise<string> {
  const id = uuidv7();
  await who.call(routes.createIdea, { body: { id, title, text: "" } });
  return id;
}
const merge = (id: string, targetId: string) =>
  admin.call(voteRoutes.mergeSubject, { params: { kind: "idea", subjectId: id }, body: { targetId } });

async function show(who: RealPerson, part: React.ReactNode): Promise<void> {
  browser = await openBrowser(server, who);
  render(
    <>
      {part}
      <Toaster />
    </>,
    { wrapper: browser.Around },
  );
}
const nothing = () => undefined;
const link = (id: string) => <a href={`/ideas/${id}`}>Idea</a>;
const page = (id: string, onMoved: (id: string) => void = nothing) => (
  <IdeaScreen
    ideaId={id}
    crumbs={null}
    renderLink={link}
    taskAddress={(taskId) => `/tasks/${taskId}`}
    renderActions={() => null}
    onMoved={onMoved}
    onClose={nothing}
  />
);
const press = async (name: string | RegExp) => {
  const [first] = await screen.findAllByRole("button", { name });
  await userEvent.click(first!);
};
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

describe("an idea that is edited", () => {
  const edit = async (id: string, onMoved?: (id: string) => void) => {
    await show(ana, page(id, onMoved));
    await press("More");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
    return field("Why does it matter?");
  };

  it("keeps its words when the idea is merged into another one, and says why they are not saved", async () => {
    const [id, target] = [await post("Quiet hours"), await post("Quiet room", admin)];
    const onMoved = vi.fn();
    const text = await edit(id, onMoved);
    await userEvent.type(text, "The crane wakes us");
    await merge(id, target);
    await screen.findByRole("heading", { name: "Quiet room", hidden: true });
    expect(onMoved).toHaveBeenCalledWith(target);
    await press("Save");
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toBeTruthy();
    expect(text.value).toBe("The crane wakes us");
    expect((await read(target)).text).toBe("");
  });

  it("keeps its words when the idea is deleted on another device, and says so", async () => {
    const id = await post("Wider pier");
    const text = await edit(id);
    await userEvent.type(text, "For two carts");
    await ana.call(routes.deleteIdea, of(id));
    expect(await screen.findByText(/^This idea does not exist/)).toBeTruthy();
    await press("Save");
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toBeTruthy();
    expect(text.value).toBe("For two carts");
  });

  it("merges other fields, and asks about tags that two people changed", async () => {
    const id = await post("Night bus");
    await edit(id);
    await userEvent.type(await field("Tags"), "bus");
    const { textVersion } = await read(id);
    await admin.call(routes.changeIdea, { ...of(id), body: { textVersion, tags: ["transport"] } });
    const theirs = await screen.findByRole("region", { name: "Tags as it is now" });
    expect(theirs.textContent).toBe("transport");
    await press("Save");
    expect((await read(id)).tags).toEqual(["transport"]);
    await press("Keep mine");
    await press("Save");
    await waitFor(async () => expect((await read(id)).tags).toEqual(["bus"]));
  });
});

describe("the score of an idea", () => {
  it("is the last one, also if the answer to an earlier one arrives later", async () => {
    const id = await post("Solar lamps");
    await ana.call(routes.scoreIdea, { ...of(id), body: { impact: 1, effortWeeks: 1 } });
    await show(ana, page(id));
    await press("Your score");
    const choose = async (name: RegExp) => {
      await userEvent.click(await screen.findByRole("combobox", { name: "Impact of Solar lamps" }));
      await userEvent.click(await screen.findByRole("option", { name }));
    };
    const answers = holdAnswers(requests("PUT", /score$/));
    await choose(/^3/);
    await waitFor(() => expect(answers.count()).toBe(1));
    await choose(/^5/);
    await read(id, ana);
    await answers.release("overtaken");
    await waitFor(async () => expect((await read(id, ana)).ownScore).toMatchObject({ impact: 5 }));
    await waitFor(() =>
      expect(browser.queryClient.getQueryData(["ideas", "open", id])).toMatchObject({
        idea: { ownScore: { impact: 5 } },
      }),
    );
  });
});

describe("a new idea", () => {
  it("is posted once when the answer was lost, and its words stay when the server refuses them", async () => {
    const onClose = vi.fn();
    await show(ana, <NewIdeaDialog onClose={onClose} onOpen={nothing} />);
    await userEvent.type(await field("What would be better?"), "Bike shed");
    await userEvent.click(await field("Tags"));
    await userEvent.paste("a".repeat(100));
    await press("Post Idea");
    await waitFor(async () => expect((await field("Tags")).getAttribute("aria-invalid")).toBe("true"));
    await userEvent.clear(await field("Tags"));
    loseAnswer(requests("POST", /ideas$/));
    await press("Post Idea");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const { items } = await admin.call(routes.listIdeas, { query: { title: "Bike shed" } });
    expect(items).toHaveLength(1);
  });
});

describe("the list", () => {
  const list = (title: string) => (
    <IdeaList
      shown={{ ...usualIdeas, title }}
      onShownChange={nothing}
      renderLink={link}
      onNew={nothing}
      views={null}
    />
  );

  it("offers to try again after a failure, and says so when nothing matches", async () => {
    browser = await openBrowser(server, admin);
    const reconnect = cutNetwork();
    render(list("no such idea"), { wrapper: browser.Around });
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    expect(await screen.findByText("No ideas match these filters")).toBeTruthy();
  });

  it("keeps a reply that is written while its ideas leave the list", async () => {
    const id = await post("Longer ferry");
    await show(admin, list("Longer"));
    await screen.findByRole("button", { name: /Vote for Longer ferry|Longer ferry/ });
    await press("Select");
    await userEvent.click(await screen.findByRole("checkbox", { name: /Longer ferry/ }));
    await press("Status");
    await userEvent.click(await screen.findByRole("menuitem", { name: "Planned" }));
    await userEvent.type(await field("Public reply (optional)"), "In spring");
    const { textVersion } = await read(id, ana);
    await ana.call(routes.changeIdea, { ...of(id), body: { textVersion, title: "Larger ferry" } });
    await waitFor(() => expect(screen.queryByText("Longer ferry")).toBeNull());
    await press("Move to Planned");
    await waitFor(async () =>
      expect(await read(id)).toMatchObject({ status: "planned", replyText: "In spring" }),
    );
  });

  it("keeps the reason for hiding ideas that is written while they leave the list", async () => {
    const id = await post("Louder bell");
    await show(admin, list("Louder"));
    await screen.findByRole("button", { name: /Vote for Louder bell|Louder bell/ });
    await press("Select");
    await userEvent.click(await screen.findByRole("checkbox", { name: /Louder bell/ }));
    await press("Hide");
    await userEvent.type(await field("Reason"), "Names a colleague");
    const { textVersion } = await read(id, ana);
    await ana.call(routes.changeIdea, { ...of(id), body: { textVersion, title: "Quieter bell" } });
    await waitFor(() => expect(screen.queryByText("Louder bell")).toBeNull());
    const dialog = await screen.findByRole("dialog", { name: "Hide 1 idea?" });
    expect((await field("Reason")).value).toBe("Names a colleague");
    await userEvent.click(within(dialog).getByRole("button", { name: "Hide" }));
    await waitFor(async () => expect((await read(id)).isHidden).toBe(true));
  });
});
