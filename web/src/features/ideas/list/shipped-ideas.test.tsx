// @vitest-environment jsdom
import { ideaRoutes as routes } from "@atoll/contract/ideas/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { render, screen, waitFor, within } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { openBrowser } from "../../../../test/open-browser.tsx";
import { ShippedIdeas } from "./shipped-ideas.tsx";

let server: RealServer;
let ana: RealPerson;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  ana = server.people[0]!;
});
afterAll(() => server.close());

async function post(title: string): Promise<string> {
  return (await ana.call(routes.createIdea, { body: { id: uuidv7(), title } })).idea.id;
}
const decide = (ideaId: string, status: "shipped" | "started", seenStatus: "new" | "shipped", reply = "") =>
  server.admin.call(routes.decideIdea, {
    params: { ideaId },
    body: { id: uuidv7(), status, reply, seenStatus },
  });

it("lists shipped ideas newest first with what was answered, and follows what ships", async () => {
  const browser = await openBrowser(server, ana);
  render(
    <ShippedIdeas renderLink={() => <a href="/idea">Idea</a>} roadmapLink={<a href="/roadmap">x</a>} />,
    {
      wrapper: browser.Around,
    },
  );
  const roadmap = await screen.findByRole("link", { name: "Show the roadmap" });
  expect(roadmap.getAttribute("href")).toBe("/roadmap");

  const [bell, lamp] = [await post("A bell at the pier"), await post("A lamp at the shed")];
  await ana.call(voteRoutes.castVote, { params: { kind: "idea", subjectId: bell } });
  await decide(bell, "shipped", "new", "It rings since **Monday**.");
  await decide(lamp, "shipped", "new");
  await waitFor(() =>
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "A lamp at the shed",
      "A bell at the pier",
    ]),
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(within(second!).getByText("It rings since Monday.")).toBeTruthy();
  expect(within(second!).getByText("You voted for this")).toBeTruthy();
  expect(within(first!).queryByText("You voted for this")).toBeNull();

  await decide(lamp, "started", "shipped");
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  browser.end();
});
