import {
  type ArrowDash,
  type ArrowHeads,
  type ArrowLine,
  arrowDashes,
  arrowHeads,
  arrowLines,
  type CanvasColor,
  type CanvasInk,
  type CanvasTextSize,
  canvasInks,
  canvasTextSizes,
  type PenWidth,
  penWidths,
  type ShapeForm,
  shapeForms,
} from "@atoll/contract/documents/canvas-limits";
import type { MenuChoice } from "../../../../ui/popup/menu-entry.ts";
import type { BoardActions } from "../actions.ts";
import type { CanvasItem } from "../board-canvas.ts";
import { paintOf, paintsOf } from "./paints.ts";

const colorNames: Readonly<Record<CanvasColor, string>> = {
  sun: "Sun",
  lagoon: "Lagoon",
  coral: "Coral",
  sea: "Sea",
  palm: "Palm",
  iris: "Iris",
};
export const inkNames: Readonly<Record<CanvasInk, string>> = { plain: "Plain", ...colorNames };
const formNames: Readonly<Record<ShapeForm, string>> = {
  rectangle: "Rectangle",
  ellipse: "Ellipse",
  diamond: "Diamond",
};
const textSizeNames: Readonly<Record<CanvasTextSize, string>> = {
  small: "Small",
  medium: "Medium",
  large: "Large",
  huge: "Extra large",
};
const lineNames: Readonly<Record<ArrowLine, string>> = {
  straight: "Straight",
  curved: "Curved",
  elbow: "Elbow",
};
const headNames: Readonly<Record<ArrowHeads, string>> = {
  none: "No heads",
  end: "A head at the end",
  both: "A head at both ends",
};
const penNames: Readonly<Record<PenWidth, string>> = { fine: "Fine", medium: "Medium", bold: "Bold" };
const dashNames: Readonly<Record<ArrowDash, string>> = { solid: "Solid", dashed: "Dashed" };

type StyleActions = Pick<BoardActions, "change" | "paint" | "resizeText">;

/** A choice of the colour of elements, for menus. */
export function paintChoice(actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] {
  const options = paintsOf(items);
  const first = items.map(({ element }) => paintOf(element)).find((paint) => paint !== null);
  if (options.length === 0 || !first) return [];
  return [
    {
      ...choice("Colour", first, options, inkNames),
      onValueChange: (value) => {
        const paint = canvasInks.find((one) => one === value);
        if (paint) actions.paint(idsOf(items), paint);
      },
    },
  ];
}

/** A choice of the text size of elements, for menus. */
export function textSizeChoice(actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] {
  const sized = items.flatMap(({ element }) =>
    element.kind === "note" || element.kind === "text" || element.kind === "shape" ? element : [],
  );
  const [first] = sized;
  if (!first) return [];
  return [
    {
      ...choice("Text size", first.textSize ?? "medium", canvasTextSizes, textSizeNames),
      onValueChange: (value) => {
        const size = canvasTextSizes.find((one) => one === value);
        if (size) actions.resizeText(idsOf(items), size);
      },
    },
  ];
}

/** A choice of the form of shapes, for menus. */
export function formChoice(actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] {
  const shape = items.map(({ element }) => element).find((element) => element.kind === "shape");
  if (shape?.kind !== "shape") return [];
  return [
    {
      ...choice("Form", shape.form, shapeForms, formNames),
      onValueChange: (form) => actions.change(idsOf(items), { form }),
    },
  ];
}

/** Choices of how arrows are drawn, for menus. */
export function arrowChoices(actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] {
  const arrow = items.map(({ element }) => element).find((element) => element.kind === "arrow");
  if (arrow?.kind !== "arrow") return [];
  const ids = idsOf(items);
  return [
    {
      ...choice("Line", arrow.line ?? "straight", arrowLines, lineNames),
      onValueChange: (line) => actions.change(ids, { line }),
    },
    {
      ...choice("Heads", arrow.heads ?? "end", arrowHeads, headNames),
      onValueChange: (heads) => actions.change(ids, { heads }),
    },
    {
      ...choice("Stroke", arrow.dash ?? "solid", arrowDashes, dashNames),
      onValueChange: (dash) => actions.change(ids, { dash }),
    },
  ];
}

/** A choice of the width of drawings, for menus. */
export function penChoice(actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] {
  const stroke = items.map(({ element }) => element).find((element) => element.kind === "stroke");
  if (stroke?.kind !== "stroke") return [];
  return [
    {
      ...choice("Pen", stroke.pen, penWidths, penNames),
      onValueChange: (pen) => actions.change(idsOf(items), { pen }),
    },
  ];
}

/** Everything about how elements look, for the menus of the list. */
export const styleChoices = (actions: StyleActions, items: readonly CanvasItem[]): MenuChoice[] =>
  [paintChoice, textSizeChoice, formChoice, arrowChoices, penChoice].flatMap((of) => of(actions, items));

const idsOf = (items: readonly CanvasItem[]): string[] => items.map(({ id }) => id);

function choice<Value extends string>(
  name: string,
  value: Value,
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): Omit<MenuChoice, "onValueChange"> {
  return {
    choice: name,
    hasHeading: true,
    value,
    options: values.map((one) => ({ value: one, label: names[one] })),
  };
}
