// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { linkEntries } from "./link-entries.ts";

const thing = { title: "Price list", path: "/knowledge-base/articles/1?part=2#prices" };

afterEach(() => vi.unstubAllGlobals());

function withSystem(system: Partial<Navigator>) {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), system));
}

test("offers to share where the system can, with the title and the address alone", async () => {
  const share = vi.fn().mockRejectedValue(new DOMException("closed", "AbortError"));
  withSystem({ share });
  const entries = linkEntries(thing);
  expect(entries.map(({ label }) => label)).toEqual(["Copy link", "Share"]);
  entries[1]?.onSelect?.();
  expect(share.mock.calls).toEqual([[{ title: "Price list", url: `${location.origin}${thing.path}` }]]);
});

test("offers to copy the link alone where the system has no share sheet", () => {
  withSystem({ share: undefined as unknown as Navigator["share"] });
  expect(linkEntries(thing).map(({ label }) => label)).toEqual(["Copy link"]);
});
