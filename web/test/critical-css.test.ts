import { describe, expect, test } from "vitest";
import { criticalCss } from "../critical-css.ts";

const html = `<main class="grid md:p-4 w-[calc(1px+2px)]"><p class="text">Hello</p><input type="email"></main>`;

describe("critical CSS", () => {
  test("keeps the rules whose classes, tags and attributes the page has, in their order", () => {
    expect(
      criticalCss(
        `@layer base,utilities;p{margin:0}table{margin:0}.text{color:red}.other{color:red}.grid .text,.grid .other{top:0}[type=email]{left:0}[hidden]{display:none}`,
        html,
      ),
    ).toBe(`@layer base,utilities;p{margin:0}.text{color:red}.grid .text{top:0}[type=email]{left:0}`);
  });

  test("reads escaped names, and keeps what is nested in conditions", () => {
    expect(
      criticalCss(
        String.raw`@media (width>=768px){.md\:p-4{padding:1px}.md\:p-5{padding:1px}}@media print{p{color:red}}.w-\[calc\(1px\+2px\)\]{width:3px}`,
        html,
      ),
    ).toBe(String.raw`@media (width>=768px){.md\:p-4{padding:1px}}.w-\[calc\(1px\+2px\)\]{width:3px}`);
  });

  test("keeps a rule when one alternative of its lists can apply", () => {
    expect(
      criticalCss(
        `:is(.other,.text):hover{top:0}:is(:where(.group):hover .text){top:1px}p:not(.other){top:2px}.text:is(:disabled,[data-off]){top:3px}`,
        html,
      ),
    ).toBe(`:is(.other,.text):hover{top:0}p:not(.other){top:2px}.text:is(:disabled,[data-off]){top:3px}`);
  });

  test("drops custom properties that nothing uses, also through others", () => {
    expect(
      criticalCss(
        `:root{--a:var(--b);--b:1px;--c:var(--d);--d:2px}.text{top:var(--a)}@property --c{syntax:"*"}`,
        html,
      ),
    ).toBe(`:root{--a:var(--b);--b:1px}.text{top:var(--a)}`);
  });

  test("is not confused by braces and semicolons in texts and addresses", () => {
    expect(criticalCss(`.text:after{content:"};{"}.other{top:0}.text{background:url(data:a;b)}`, html)).toBe(
      `.text:after{content:"};{"}.text{background:url(data:a;b)}`,
    );
  });

  test("fails for a sheet with a brace too many", () => {
    expect(() => criticalCss(`.text{top:0}}p{top:0}`, html)).toThrow("ends in the middle");
  });
});
