// @vitest-environment jsdom

import { askedQuestionMaxLength } from "@atoll/contract/ask-ai/limits";
import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../test/open-browser.tsx";
import { draftsOf } from "../../capabilities/offline/drafts/use-draft.ts";
import { AskComposer } from "./ask-composer.tsx";
import { useAsking } from "./use-asking.ts";
import { useConversation } from "./use-conversations.ts";

let server: RealServer;
let admin: RealPerson;
let browser: OpenBrowser;

beforeAll(async () => {
  server = await startRealServer([]);
  admin = server.admin;
});
afterAll(() => server.close());
beforeEach(async () => {
  browser = await openBrowser(server, admin);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  draftsOf(browser.signedIn).write(`ask-ai/${admin.id}`, "");
  vi.restoreAllMocks();
  browser.end();
});

const real = globalThis.fetch;
const isAsked = (input: unknown, init: RequestInit | undefined) =>
  init?.method !== "GET" && /\/turns/.test(String(input));
/** Answers to questions wait until they are let go. */
function holdAnswers() {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await real(input, init);
    if (isAsked(input, init)) await gate.promise;
    return response;
  });
  return gate.resolve;
}

function startAsking(first: { conversationId?: string } = {}) {
  const onConversation = vi.fn<(id: string) => void>();
  const onTurn = vi.fn();
  const hook = renderHook(
    ({ conversationId }: { conversationId?: string | undefined }) =>
      useAsking({ conversationId, onConversation, onTurn }),
    { wrapper: browser.Around, initialProps: first },
  );
  return { ...hook, onConversation, onTurn, asking: () => hook.result.current };
}
const conversations = async () => (await admin.call(routes.listConversations, { query: {} })).items;
const draft = () => draftsOf(browser.signedIn).read(`ask-ai/${admin.id}`);

describe("a question", () => {
  it("is shown as asked at once, keeps what is typed during the answer, and opens its conversation", async () => {
    const letGo = holdAnswers();
    const { asking, onConversation, onTurn } = startAsking();
    act(() => asking().setText(" Where is the crane? "));
    act(() => asking().ask());
    expect([asking().pending, asking().text]).toEqual(["Where is the crane?", ""]);
    act(() => asking().setText("And the rope?"));
    letGo();
    await waitFor(() => expect(onConversation).toHaveBeenCalledOnce());
    expect(onTurn.mock.calls[0]?.[1]).toMatchObject({ question: "Where is the crane?" });
    expect([asking().pending, asking().text]).toEqual([undefined, "And the rope?"]);
  });

  it("does not navigate back for a person who has left its page or opened another conversation", async () => {
    const before = (await conversations()).length;
    const letGo = holdAnswers();
    const left = startAsking();
    act(() => left.asking().setText("Who has the key?"));
    act(() => left.asking().ask());
    left.unmount();
    const moved = startAsking({});
    act(() => moved.asking().askText("Where is the boat?"));
    moved.rerender({ conversationId: "019c0000-0000-7000-8000-000000000000" });
    letGo();
    await waitFor(async () => expect(await conversations()).toHaveLength(before + 2));
    await waitFor(() => expect(moved.asking().pending).toBeUndefined());
    await waitFor(() => expect(draft()).toBe(""));
    expect(left.onConversation).not.toHaveBeenCalled();
    expect(moved.onConversation).not.toHaveBeenCalled();
    expect(moved.onTurn).not.toHaveBeenCalled();
  });

  it("is asked once more when its response is lost, and is in its conversation once", async () => {
    const lost = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const response = await real(input, init);
      if (isAsked(input, init)) throw new TypeError("Failed to fetch");
      return response;
    });
    const { asking, onConversation } = startAsking();
    act(() => asking().setText("When is high water?"));
    act(() => asking().ask());
    await waitFor(() => expect(asking().error).not.toBeNull());
    expect(asking().text).toBe("When is high water?");
    lost.mockRestore();
    act(() => void asking().retry());
    await waitFor(() => expect(onConversation).toHaveBeenCalledOnce());
    const conversationId = onConversation.mock.calls[0]![0];
    const shown = renderHook(() => useConversation(conversationId), { wrapper: browser.Around });
    await waitFor(() => expect(shown.result.current.data?.turns).toHaveLength(1));
    await waitFor(() => expect(draft()).toBe(""));
  });
});

describe("the field of a question", () => {
  it("asks by Enter, but nothing empty, too long, or while it is asking", async () => {
    const onAsk = vi.fn();
    const show = (text: string, isAsking = false) => (
      <AskComposer
        text={text}
        onTextChange={() => undefined}
        places={[]}
        scope={{ kind: "everything" }}
        onScopeChange={() => undefined}
        wanted={null}
        isAsking={isAsking}
        onAsk={onAsk}
        onCatchUp={() => undefined}
        companyName="Pelican"
      />
    );
    const shown = render(show("  "), { wrapper: browser.Around });
    const field = screen.getByRole("textbox", { name: "Question" });
    await userEvent.type(field, "{Enter}");
    shown.rerender(show("🛶".repeat(askedQuestionMaxLength + 1)));
    expect(screen.getByText(/at most/)).toBeTruthy();
    await userEvent.type(field, "{Enter}");
    shown.rerender(show("Where?", true));
    await userEvent.type(field, "{Enter}");
    expect(onAsk).not.toHaveBeenCalled();
    shown.rerender(show("🛶".repeat(askedQuestionMaxLength)));
    await userEvent.type(field, "{Shift>}{Enter}{/Shift}");
    expect(onAsk).not.toHaveBeenCalled();
    await userEvent.type(field, "{Enter}");
    expect(onAsk).toHaveBeenCalledOnce();
    expect(screen.queryByText(/at most/)).toBeNull();
  });
});
