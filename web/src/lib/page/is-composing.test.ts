// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it } from "vitest";
import { ignoreComposingKeys, isComposing } from "./is-composing.ts";

const keys: string[] = [];
const hear = ({ key }: KeyboardEvent) => void keys.push(key);
let field: HTMLTextAreaElement;

beforeAll(() => {
  ignoreComposingKeys();
  field = document.body.appendChild(document.createElement("textarea"));
  field.addEventListener("keydown", hear);
  document.addEventListener("keydown", hear, { capture: true });
});
afterEach(() => void keys.splice(0));

const press = (target: HTMLElement, key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
};

it("keeps the keys of an input method from every handler, also the Enter that Safari sends after a composition", () => {
  for (const key of ["Enter", "Escape", "Tab", "ArrowDown"]) {
    press(field, key, { isComposing: true });
    const { defaultPrevented } = press(field, key, { keyCode: 229 });
    // The input method itself still gets the key.
    expect(defaultPrevented).toBe(false);
  }
  expect(keys).toEqual([]);
  press(field, "Enter", { keyCode: 13 });
  expect(keys).toEqual(["Enter", "Enter"]);
});

it("leaves them to the rich editor, which follows the composition", () => {
  const editor = document.body.appendChild(document.createElement("div"));
  // The test's page knows no `contenteditable`.
  Object.defineProperty(editor, "isContentEditable", { value: true });
  press(editor, "Enter", { isComposing: true });
  expect(keys).toEqual(["Enter"]);
});

it("is asked of the browser's event or React's", () => {
  const composing = new KeyboardEvent("keydown", { key: "Enter", keyCode: 229 });
  expect([isComposing(composing), isComposing({ nativeEvent: composing })]).toEqual([true, true]);
  expect(isComposing(new KeyboardEvent("keydown", { key: "Enter", keyCode: 13 }))).toBe(false);
});
