import { useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";

/** The language of code that is a formula. */
export const formulaLanguage = "math";

/** The program that draws formulas is large: it comes with the first one. */
const drawing = lazyPart(() => import("./draw-formula.ts"));

/** The space in matrices, which the style sheet of the app takes away from all elements. */
const cells = "[&_mtd]:px-[0.4em] [&_mtd]:py-[0.5ex]";

/** A formula; its source until it is drawn, and where it cannot be. */
export function Formula({ tex, isBlock = false }: { tex: string; isBlock?: boolean }) {
  const part = useLazyPart(drawing, true, () => undefined);
  const element = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<"source" | "drawn" | "wrong">("source");
  useLayoutEffect(() => {
    if (!part || !element.current) return;
    setState(part.drawFormula(element.current, tex, isBlock) ? "drawn" : "wrong");
  }, [part, tex, isBlock]);
  const Tag = isBlock ? "div" : "span";
  return (
    <Tag dir="ltr" className={cx(cells, isBlock && "my-3 overflow-x-auto text-lg")}>
      <span ref={element} className={cx(state !== "drawn" && "hidden")} />
      {state !== "drawn" && (
        <code className="whitespace-pre-wrap font-mono text-xs wrap-anywhere">{tex}</code>
      )}
      {state === "wrong" && (
        <span className="ml-1.5 text-danger-text text-xs">This formula cannot be shown.</span>
      )}
    </Tag>
  );
}
