// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { followVisibleHeight } from "./visible-height.ts";

const root = document.documentElement;
const view = Object.assign(new EventTarget(), { height: 844, scale: 1, offsetTop: 0 });

function becomes(values: Partial<Pick<typeof view, "height" | "scale">>) {
  Object.assign(view, values);
  view.dispatchEvent(new Event("resize"));
}
const told = () => [root.style.getPropertyValue("--visible-height"), root.dataset.visible];

afterEach(() => vi.unstubAllGlobals());

it("reports the height above an on-screen keyboard, and ignores zooming", () => {
  vi.stubGlobal("visualViewport", view);
  vi.stubGlobal("innerHeight", 844);
  const stop = followVisibleHeight();
  expect(told()).toEqual(["", undefined]);
  becomes({ height: 600 });
  expect(told()).toEqual(["600px", "short"]);
  becomes({ height: 508 });
  expect(told()).toEqual(["508px", "tiny"]);
  becomes({ height: 844 });
  expect(told()).toEqual(["", undefined]);
  becomes({ height: 422, scale: 2 });
  expect(told()).toEqual(["", undefined]);
  becomes({ height: 508, scale: 1 });
  stop();
  expect(told()).toEqual(["", undefined]);
  becomes({ height: 400 });
  expect(told()).toEqual(["", undefined]);
});

it("keeps the measure for a page whose dialog stops following", () => {
  vi.stubGlobal("visualViewport", view);
  vi.stubGlobal("innerHeight", 844);
  const stopPage = followVisibleHeight();
  const stopDialog = followVisibleHeight();
  becomes({ height: 508, scale: 1 });
  stopDialog();
  expect(told()).toEqual(["508px", "tiny"]);
  stopPage();
  expect(told()).toEqual(["", undefined]);
});
