// @vitest-environment jsdom
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { cutNetwork, holdAnswers, requests } from "../../../test/network.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { Toaster } from "../../ui/toast/toast.tsx";
import { useOnboarding, usePath } from "./data/queries.ts";
import { PathEditor } from "./paths/path-editor.tsx";
import { LeadDialog } from "./team/lead-dialog.tsx";
import { PeopleScreen } from "./team/people-screen.tsx";
import { StartDialog } from "./team/start-dialog.tsx";

// The administrator writes and leads paths at the real server; in another browser the same paths change.

let server: RealServer;
let elsewhere: RealPerson;
let [ana, ben, cleo]: RealPerson[] = [];
let browser: OpenBrowser;
let pathId: string;

beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben", "Cleo"]);
  [ana, ben, cleo] = server.people;
  elsewhere = await server.signInAgain();
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, server.admin);
  pathId = uuidv7();
  const items = [{ id: uuidv7(), kind: "text", title: "Tour of the quay", day: 1 } as const];
  const stages = [{ name: "Week 1", day: 1 }];
  await elsewhere.call(routes.createPath, {
    body: { id: pathId, name: "Deckhand", ownerId: server.admin.id, stages, items },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.end();
});

const of = () => ({ params: { pathId } });
const stored = async () => (await elsewhere.call(routes.getPath, of())).path;
async function change(set: object): Promise<void> {
  const { name, summary, stages, items, departments, roles, owner, version } = await stored();
  const [departmentIds, roleIds] = [departments.map(({ id }) => id), roles.map(({ id }) => id)];
  const whole = { name, summary, stages, items, departmentIds, roleIds, ownerId: owner.id, version };
  await elsewhere.call(routes.savePath, { ...of(), body: { ...whole, ...set } });
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
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

function Editor() {
  const { data } = usePath(pathId);
  return data ? <PathEditor path={data} /> : null;
}

function Lead({ id }: { id: string }) {
  const { data } = useOnboarding(id);
  return data ? <LeadDialog onboarding={data} onClose={() => undefined} /> : null;
}

describe("the editor of a path", () => {
  it("keeps what is typed while a save is answered", async () => {
    show(<Editor />);
    await userEvent.type(await field("Summary"), "For the boats");
    const answers = holdAnswers(requests("PUT", /paths/));
    await press("Save");
    await waitFor(() => expect(answers.count()).toBe(1));
    await userEvent.type(await field("Summary"), " and the pier");
    await answers.release();
    await screen.findByText("Saved");
    expect((await field("Summary")).value).toBe("For the boats and the pier");
    expect((await stored()).summary).toBe("For the boats");
    await press("Save");
    await waitFor(async () => expect((await stored()).summary).toBe("For the boats and the pier"));
  });

  it("brings two edits together, and shows the manager that someone else has chosen", async () => {
    show(<Editor />);
    await userEvent.type(await field("Summary"), "Mine");
    await change({ summary: "Theirs", name: "Boatman", ownerId: ben!.id });
    await press("Bring both together");
    expect(await screen.findByText("Summary: Theirs")).toBeTruthy();
    expect((await field("Name")).value).toBe("Boatman");
    expect(await screen.findByRole("button", { name: "Remove Ben" })).toBeTruthy();
    await press("Save");
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ summary: "Mine", name: "Boatman", owner: { id: ben!.id } }),
    );
  });

  it("keeps its words while they cannot be saved", async () => {
    show(<Editor />);
    await userEvent.type(await field("Summary"), "For the boats");
    const reconnect = cutNetwork();
    await press("Save");
    expect(await screen.findByRole("alert")).toBeTruthy();
    reconnect();
    expect((await field("Summary")).value).toBe("For the boats");
    await press("Save");
    await waitFor(async () => expect((await stored()).summary).toBe("For the boats"));
  });
});

describe("the path of a person", () => {
  const open = async (id: string) =>
    (await elsewhere.call(routes.getOnboarding, { params: { onboardingId: id } })).onboarding;
  it("keeps the manager that someone else has chosen while a buddy is chosen", async () => {
    await elsewhere.call(routes.publishPath, of());
    const id = uuidv7();
    await elsewhere.call(routes.startOnboarding, {
      body: { id, pathId, personId: ana!.id, startOn: "2030-01-07", managerId: server.admin.id },
    });
    show(<Lead id={id} />);
    const searches = await screen.findAllByLabelText("Search people");
    await userEvent.type(searches.at(-1)!, "Cleo");
    await userEvent.click(await screen.findByRole("option", { name: /Cleo/ }));
    const { revision } = await open(id);
    const params = { onboardingId: id };
    await elsewhere.call(routes.changeOnboarding, { params, body: { managerId: ben!.id, revision } });
    expect(await screen.findByRole("button", { name: "Remove Ben" })).toBeTruthy();
    await press("Save");
    await waitFor(async () =>
      expect(await open(id)).toMatchObject({ manager: { id: ben!.id }, buddy: { id: cleo!.id } }),
    );
  });

  it("says why no path can be started, and loads the paths again", async () => {
    const reconnect = cutNetwork();
    show(<StartDialog onClose={() => undefined} />);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("offers to load the people again, and says so when there are none", async () => {
    const reconnect = cutNetwork();
    show(<PeopleScreen toPath={(_one, name) => name} aside={null} views={null} />);
    const again = await screen.findByRole("button", { name: "Try Again" });
    reconnect();
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole("radio", { name: "Stopped" }));
    expect(await screen.findByText("Nobody here")).toBeTruthy();
  });
});
