import type { CanvasItem } from "../canvas/board-canvas.ts";
import { boxOf, endsOf } from "../canvas/geometry.ts";

/** The longest edge of the picture, in pixels. */
const largestEdge = 8_000;
const margin = 40;
const lineHeight = 18;

/** Draws a whole board as a PNG, in the colours of the theme. Images are left out: their place is drawn. */
export async function drawPicture(items: ReadonlyMap<string, CanvasItem>): Promise<Blob> {
  const boxes = [...items.values()].map((item) => ({ item, box: boxOf(item, items) }));
  const left = Math.min(0, ...boxes.map(({ box }) => box.x)) - margin;
  const top = Math.min(0, ...boxes.map(({ box }) => box.y)) - margin;
  const width = Math.max(200, ...boxes.map(({ box }) => box.x + box.width)) + margin - left;
  const height = Math.max(200, ...boxes.map(({ box }) => box.y + box.height)) + margin - top;
  const scale = Math.min(2, largestEdge / Math.max(width, height));
  const sheet = document.createElement("canvas");
  sheet.width = Math.ceil(width * scale);
  sheet.height = Math.ceil(height * scale);
  const pen = sheet.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures");
  const ink = inkOf();
  pen.scale(scale, scale);
  pen.translate(-left, -top);
  pen.fillStyle = ink("--surface");
  pen.fillRect(left, top, width, height);
  const depth = ({ element }: CanvasItem) => element.stack + (element.kind === "frame" ? -10_000 : 0);
  for (const { item, box } of boxes.toSorted((a, b) => depth(a.item) - depth(b.item))) {
    const { element } = item;
    if (element.kind === "arrow") {
      const [from, to] = endsOf(element, items);
      pen.strokeStyle = ink("--text-muted");
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(...to);
      pen.stroke();
      continue;
    }
    pen.fillStyle =
      element.kind === "frame" || element.kind === "image"
        ? ink("--surface-sunken")
        : ink(fills[element.color]);
    if (element.kind !== "text") pen.fillRect(box.x, box.y, box.width, box.height);
    pen.fillStyle = ink("--text");
    pen.font = `${element.kind === "frame" || element.kind === "text" ? "600 " : ""}13px sans-serif`;
    writeLines(pen, element.text, box);
  }
  return new Promise((resolve, reject) => {
    sheet.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large"))),
      "image/png",
    );
  });
}

const fills = {
  sun: "--highlight-soft",
  lagoon: "--primary-soft",
  coral: "--accent-soft",
  sea: "--info-soft",
  palm: "--success-soft",
  iris: "--dept-backend-soft",
} as const;

function inkOf(): (token: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(token).trim();
}

function writeLines(
  pen: CanvasRenderingContext2D,
  text: string,
  box: { x: number; y: number; width: number; height: number },
): void {
  let y = box.y + lineHeight;
  let line = "";
  const put = () => {
    if (y < box.y + box.height) pen.fillText(line, box.x + 10, y, box.width - 16);
    y += lineHeight;
    line = "";
  };
  for (const word of text.split(/\s+/)) {
    if (line !== "" && pen.measureText(`${line} ${word}`).width > box.width - 18) put();
    line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") put();
}
