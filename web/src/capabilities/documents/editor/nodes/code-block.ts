import { InputRule } from "@tiptap/core";
import { CodeBlock as TipTapCodeBlock } from "@tiptap/extension-code-block";
import { formulaLanguage } from "../../../writing/markdown/formula.tsx";

const waitMs = 300;

/** `$x^2$`, as people type formulas: with a sign that no amount of money has. */
const typedFormula = new InputRule({
  find: /(?:^|\s)\$(?![\s$])([^$`]{0,300}[^$`\s])\$$/,
  handler({ state: { tr, schema }, range, match: [whole, tex = ""] }) {
    const code = schema.marks.code;
    if (!code || !/[\\^_={}]/.test(tex)) return null;
    const sign = schema.text("$");
    // Without the space before it. The last sign may be in the text already.
    const start = range.from + whole.search(/\S/);
    tr.replaceWith(start, range.to, [sign, schema.text(tex, [code.create()]), sign]);
    tr.removeStoredMark(code);
    return undefined;
  },
});

/** Code; a formula is shown below its source while it is written. */
export const CodeBlock = TipTapCodeBlock.extend({
  addInputRules() {
    return [...(this.parent?.() ?? []), typedFormula];
  },
  addNodeView() {
    return ({ node }) => {
      const isFormula = node.attrs.language === formulaLanguage;
      const dom = document.createElement("div");
      dom.className = "doc-code";
      const pre = document.createElement("pre");
      const contentDOM = document.createElement("code");
      pre.append(contentDOM);
      dom.append(pre);
      if (!isFormula) return { dom, contentDOM, update: (next) => next.hasMarkup(node.type, node.attrs) };
      const shown = document.createElement("div");
      shown.className = "doc-formula";
      shown.contentEditable = "false";
      dom.append(shown);
      let [tex, isOver] = [node.textContent, false];
      let timer: ReturnType<typeof setTimeout> | undefined;
      const draw = () =>
        import("../../../writing/markdown/draw-formula.ts").then(
          ({ drawFormula }) => {
            if (isOver || drawFormula(shown, tex, true)) return;
            shown.textContent = tex.trim() === "" ? "" : "This formula cannot be shown yet.";
          },
          // Without a connection, the source is enough.
          () => undefined,
        );
      void draw();
      return {
        dom,
        contentDOM,
        update(next) {
          if (!next.hasMarkup(node.type, node.attrs)) return false;
          if (next.textContent !== tex) {
            tex = next.textContent;
            clearTimeout(timer);
            timer = setTimeout(() => void draw(), waitMs);
          }
          return true;
        },
        ignoreMutation: (change) => change.type !== "selection" && !contentDOM.contains(change.target),
        destroy() {
          isOver = true;
          clearTimeout(timer);
        },
      };
    };
  },
});
