// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { aViewer } from "../../../../test/people.ts";
import { createRealtimeSocket } from "../../../lib/server/socket.ts";
import { createSignedIn } from "../../../lib/signed-in.ts";
import { SignedInValue } from "../../../lib/use-signed-in.tsx";
import { ArticleTree } from "./article-tree.tsx";

// jsdom has none, and the router scrolls to the top of a page.
vi.stubGlobal("scrollTo", () => undefined);

const realtime = createRealtimeSocket({ url: "http://127.0.0.1:9", getToken: () => null });
const signedIn = createSignedIn({ queryClient: new QueryClient(), realtime, viewer: aViewer() });

describe("the tree of articles", () => {
  const nodes = Array.from({ length: 3096 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    parentId: at % 100 === 0 ? null : `00000000-0000-4000-8000-${String(at - (at % 100)).padStart(12, "0")}`,
    title: `Page ${at}`,
    state: "published" as const,
  }));
  const show = () => {
    const routeTree = createRootRoute({
      component: () => <ArticleTree nodes={nodes} openId={undefined} canMove onNew={() => undefined} />,
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

  it("remembers closed branches", async () => {
    const { unmount } = show();
    (await screen.findByRole("link", { name: "Page 0" })).focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(screen.queryByRole("link", { name: "Page 1" })).toBeNull();
    unmount();
    show();
    expect(await screen.findByRole("link", { name: "Page 100" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Page 1" })).toBeNull();
  });
});
