// @vitest-environment jsdom
import { sectionOptions } from "@atoll/contract/cards/section-schemas";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { cleanup, render } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import addresses from "../../test/addresses.json" with { type: "json" };
import { refuse, startApiServer } from "../../test/api-server.ts";
import { aDepartment, aSession, aViewer, testId } from "../../test/people.ts";
import { realtime } from "../lib/server/socket.ts";
import { adopt, clearSession } from "../lib/session/session-store.ts";
import { ViewerProvider } from "../lib/session/use-session.tsx";
import { createSignedIn } from "../lib/signed-in.ts";
import { SignedInValue } from "../lib/use-signed-in.tsx";
import { router } from "./router.tsx";
import { workspaceRoute } from "./workspace-route.ts";

// Bookmarks, saved views, notifications and the specification contain these addresses, so each must keep opening the
// same page and asking the server for the same things. `addresses.json` says for each the title of the page, and then:
// `at` the address it leads to, `dialog` a dialog over the page, `field` the value of a field, `asks` a request,
// `no page` the page for addresses that lead nowhere. `#77` is short for a test's ID.

const viewer = aViewer({
  roles: [{ id: testId(11), name: "super_admin" }],
  departments: ["Business Development", "Marketing", "Backend", "Frontend"].map(aDepartment),
});

const campaigns = {
  type: {
    id: testId(50),
    departmentId: testId(51),
    slug: "campaigns",
    name: "Campaigns",
    singular: "campaign",
    icon: "flag",
    isOwn: false,
    stages: [{ id: "open", name: "Open", kind: "open", probability: 0 }],
    fields: [
      { name: "grade", label: "Grade", kind: "choice", options: ["A", "B"] },
      { name: "browser", label: "Browser", kind: "choice", options: ["Firefox"] },
      { name: "budget", label: "Budget", kind: "text" },
    ],
    fieldsVersion: 1,
    valueField: null,
    staleDays: null,
    options: sectionOptions({ views: ["board", "table", "list", "calendar"], layout: { badge: "grade" } }),
  },
  figures: { stages: [], stalled: 0, closed: { won: 0, lost: 0 } },
  columns: [],
};

let server: Awaited<ReturnType<typeof startApiServer>>;
let end = () => {};

beforeAll(async () => {
  server = await startApiServer(({ url }) => {
    // An address that is no department's: a super administrator is looked up for it.
    if (url.endsWith("/admin/departments")) return { json: { departments: [] } };
    if (url.includes("/sections")) return { json: { sections: [campaigns] } };
    if (url.endsWith("/onboarding/own")) return { json: { items: [] } };
    return refuse("task_not_found");
  });
  vi.stubGlobal("location", new URL(server.origin));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T10:00:00Z") });
  Element.prototype.scrollIntoView = () => undefined;
  adopt(aSession(1), viewer);
  // The pages without the frame around them.
  workspaceRoute.update({ component: Outlet } as object);
});
afterEach(() => end());
afterAll(async () => {
  clearSession("never-in");
  await server.close();
});

/** Opens an address, and returns what is there at this moment, as `addresses.json` says it. */
async function open(address: string): Promise<() => string[]> {
  localStorage.clear();
  document.title = "";
  server.received.length = 0;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const signedIn = createSignedIn({ queryClient, realtime, viewer });
  const history = createMemoryHistory({ initialEntries: [address] });
  const opened = createRouter({ ...router.options, history });
  end = () => {
    cleanup();
    signedIn.end();
    queryClient.clear();
  };
  await opened.load();
  render(
    <QueryClientProvider client={queryClient}>
      <ViewerProvider viewer={viewer}>
        <SignedInValue value={signedIn}>
          <RouterProvider router={opened} />
        </SignedInValue>
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return () => [
    document.title.replace(" · Atoll", ""),
    sorted(`at ${history.location.href}`),
    ...(document.body.textContent?.includes("There is no page at this address") ? ["no page"] : []),
    ...[...document.querySelectorAll("[role=dialog]")].map(
      (dialog) =>
        `dialog ${document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent}`,
    ),
    ...[...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
      ({ value }) => `field ${value}`,
    ),
    ...server.received.map(({ url }) => sorted(`asks ${decodeURIComponent(url.replace("/api/", ""))}`)),
  ];
}

/** The same address or request, whatever the order of its parameters. */
function sorted(asked: string): string {
  const [path, query] = asked.split("?");
  return query === undefined ? asked : `${path}?${query.split("&").toSorted().join("&")}`;
}

/** Whether a request was asked with at least these parameters: a newer filter that is not in use adds its own. */
function isAsked(seen: readonly string[], wanted: string): boolean {
  const [path, query = ""] = wanted.split("?");
  return seen.some((one) => {
    const [asked, more = ""] = one.split("?");
    const parameters = more.split("&");
    return asked === path && query.split("&").every((each) => parameters.includes(each));
  });
}

const withIds = (text: string) =>
  text.replace(/#(\w\w)/g, (_, digits) => `${testId(0).slice(0, -2)}${digits}`);

test.each(Object.entries(addresses))("%s opens the same page as ever", async (short, expected) => {
  const seen = await open(withIds(short));
  const wanted = expected.map((one) => sorted(withIds(one)));
  await vi.waitFor(() => {
    const all = seen();
    expect(
      wanted.filter((one) => !(one.startsWith("asks ") ? isAsked(all, one) : all.includes(one))),
      all.join("\n"),
    ).toEqual([]);
    expect(seen().includes("no page")).toBe(expected.includes("no page"));
  });
});

test.each([
  ["/chat?view=mentions", {}, { view: "mentions" }],
  ["/chat?view=starred", {}, { view: "starred" }],
  [
    "/chat/channel/#77?message=#78&thread=#79",
    { channelId: testId(77) },
    { message: testId(78), thread: testId(79) },
  ],
])("%s tells the chat its place", (short, params, search) => {
  const [match] = router.matchRoutes(withIds(short).split("?")[0] ?? "", search).slice(-1);
  expect(match).toMatchObject({ params, search });
});
