// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { aViewer } from "../../../../test/people.ts";
import { createRealtimeSocket } from "../../../lib/server/socket.ts";
import { createSignedIn } from "../../../lib/signed-in.ts";
import { SignedInValue } from "../../../lib/use-signed-in.tsx";
import { ArticleTree } from "./article-tree.tsx";

// jsdom has none, and the router scrolls to the top of a page.
vi.stubGlobal("scrollTo", () => undefined);
Element.prototype.scrollIntoView = () => undefined;

const realtime = createRealtimeSocket({ url: "http://127.0.0.1:9", getToken: () => null });
const signedIn = createSignedIn({ queryClient: new QueryClient(), realtime, viewer: aViewer() });

const nodes = Array.from({ length: 3096 }, (_, at) => ({
  id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  parentId: at % 100 === 0 ? null : `00000000-0000-4000-8000-${String(at - (at % 100)).padStart(12, "0")}`,
  title: `Page ${at}`,
  state: "published" as const,
  hasBelow: at % 100 === 0,
}));

/** The tree with branches as the person left them. */
function Tree() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const branches = {
    isSearch: false,
    isOpen: (id: string) => !closed.has(id),
    set: (ids: readonly string[], wantsOpen: boolean) => setClosed(new Set(wantsOpen ? [] : ids)),
  };
  return <ArticleTree {...{ nodes, branches }} openId={nodes[2042]!.id} canMove onNew={() => undefined} />;
}

describe("the tree of articles", () => {
  const show = () => {
    const routeTree = createRootRoute({
      component: Tree,
    });
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    return render(<RouterProvider router={router as never} />, {
      wrapper: ({ children }) => <SignedInValue value={signedIn}>{children}</SignedInValue>,
    });
  };

  it("renders only visible rows, and reaches any row by keys", async () => {
    const { container } = show();
    const first = await screen.findByRole("link", { name: "Page 0" });
    expect(container.querySelectorAll("*").length).toBeLessThan(1500);
    first.focus();
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.textContent).toBe("Page 3095");
    expect(document.activeElement?.closest("li")?.ariaPosInSet).toBe("3096");
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement?.textContent).toBe("Page 3094");
    expect(container.querySelectorAll("*").length).toBeLessThan(1500);
    await userEvent.keyboard("{Home}");
    expect(document.activeElement?.textContent).toBe("Page 0");
  });

  it("marks the open page, draws its row, and closes and opens branches by keys", async () => {
    show();
    const open = await screen.findByRole("link", { name: "Page 2042" });
    expect(open.ariaCurrent).toBe("page");
    (await screen.findByRole("link", { name: "Page 0" })).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.queryByRole("link", { name: "Page 1" })).toBeNull();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("link", { name: "Page 1" })).toBeTruthy();
  });
});
