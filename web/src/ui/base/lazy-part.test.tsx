// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { type LazyPart, lazyPart, useLazyPart } from "./lazy-part.ts";

afterEach(() => vi.restoreAllMocks());

const arrival = Promise.withResolvers<{ text: string }>();
const part = lazyPart(() => arrival.promise);

it("shows a part that arrives right after the render that found it missing", async () => {
  // Loaded in idle time, as all parts are.
  const loading = part.load();
  // Without the test library's act, which would run the effects before anything else can happen.
  const page = document.createElement("div");
  const root = createRoot(page);
  root.render(<Wanted />);
  await loading;
  await vi.waitFor(() => expect(page.textContent).toBe("Browse channels"));
  root.unmount();
});

it("loads a part that failed offline once connected again, without an error in between", async () => {
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  const unreachable = new TypeError("Failed to fetch dynamically imported module: /assets/emoji.js");
  const loads = [Promise.reject(unreachable), Promise.resolve({ text: "Emoji" })];
  const later = lazyPart(() => loads.shift() ?? Promise.reject(new Error("asked too often")));
  const failures = vi.fn();
  render(<Later part={later} onFailure={failures} />);
  await vi.waitFor(() => expect(failures).toHaveBeenCalledOnce());
  expect(screen.queryByText("Emoji")).toBeNull();
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Emoji")).toBeTruthy();
  window.dispatchEvent(new Event("online"));
  expect(loads).toEqual([]);
  expect(warnings).not.toHaveBeenCalled();
});

it("tells the console of a part that came and does not work", async () => {
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  const fault = new ReferenceError("emoji is not defined");
  const broken = lazyPart<{ text: string }>(() => Promise.reject(fault));
  render(<Later part={broken} onFailure={() => undefined} />);
  await vi.waitFor(() => expect(warnings).toHaveBeenCalledWith(expect.any(String), fault));
});

function Later({ part: later, onFailure }: { part: LazyPart<{ text: string }>; onFailure: () => void }) {
  return <p>{useLazyPart(later, true, onFailure)?.text ?? "nothing"}</p>;
}

function Wanted() {
  const loaded = useLazyPart(part, true, () => undefined);
  // The page has been changed, and its effects have not run yet.
  useLayoutEffect(() => arrival.resolve({ text: "Browse channels" }), []);
  return <p>{loaded?.text ?? "nothing"}</p>;
}
