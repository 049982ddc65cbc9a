import type { CanvasElement } from "@atoll/contract/documents/canvas";
import type { CanvasInk } from "@atoll/contract/documents/canvas-limits";
import type { CanvasItem } from "../canvas/board-canvas.ts";
import { type Box, boxOf } from "../canvas/geometry.ts";
import { type ArrowPath, arrowPath } from "../canvas/looks/arrow-path.ts";
import { stickerFont, textSizeOf } from "../canvas/looks/text-sizes.ts";
import { penPixels, pointsOf, type StrokeElement, smoothPath } from "../canvas/pen/strokes.ts";
import { wrapLines } from "./wrap-lines.ts";

/** The longest edge of the picture, in pixels. */
const largestEdge = 8_000;
const margin = 40;
const footHeight = 18;

export interface PictureOptions {
  items: ReadonlyMap<string, CanvasItem>;
  /** The name below a note; undefined without one. */
  authorOf: (authorId: string) => string | undefined;
  /** The votes of a note that the viewer may see. */
  votesOf: (noteId: string) => number;
  /** The reactions to a note, in few letters. */
  reactionsOf: (noteId: string) => string;
  /** An image of the board; undefined if it cannot be had. */
  imageOf: (fileId: string) => Promise<CanvasImageSource | undefined>;
}

/** Draws a whole board as a PNG, in the colours of the theme. */
export async function drawPicture({
  items,
  authorOf,
  votesOf,
  reactionsOf,
  imageOf,
}: PictureOptions): Promise<Blob> {
  const boxes = [...items.values()].map((item) => ({ item, box: boxOf(item, items) }));
  const images = new Map(
    await Promise.all(
      boxes.flatMap(({ item: { element } }) =>
        element.kind === "image"
          ? [imageOf(element.fileId).then((image) => [element.fileId, image] as const)]
          : [],
      ),
    ),
  );
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
  const font = await fontOf();
  pen.scale(scale, scale);
  pen.translate(-left, -top);
  pen.fillStyle = ink("--surface");
  pen.fillRect(left, top, width, height);
  const depth = ({ element }: CanvasItem) => element.stack + (element.kind === "frame" ? -10_000 : 0);
  for (const { item, box } of boxes.toSorted((a, b) => depth(a.item) - depth(b.item))) {
    const { element } = item;
    if (element.kind === "arrow") {
      const path = arrowPath(element, items);
      drawArrow(pen, path, ink(element.ink ? inks[element.ink] : "--text-muted"), element.dash === "dashed");
      pen.fillStyle = ink(inks[element.ink ?? "plain"]);
      pen.font = font(13);
      pen.textAlign = "center";
      pen.fillText(element.text, path.middle[0], path.middle[1] - 6);
      pen.textAlign = "left";
      continue;
    }
    const image = element.kind === "image" ? images.get(element.fileId) : undefined;
    if (image) {
      drawWithin(pen, image, box);
      continue;
    }
    if (element.kind === "stroke") {
      drawStroke(pen, element, ink(inks[element.ink ?? "plain"]));
      continue;
    }
    if (element.kind === "sticker") {
      pen.fillStyle = ink("--text");
      pen.font = font(stickerFont(box.width, box.height));
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(element.emoji, box.x + box.width / 2, box.y + box.height / 2);
      pen.textAlign = "left";
      pen.textBaseline = "alphabetic";
      continue;
    }
    fillForm(pen, element, box, ink);
    pen.fillStyle = ink(inks[("ink" in element && element.ink) || "plain"]);
    const weight = element.kind === "frame" || element.kind === "text" ? 600 : 400;
    pen.font = font(textSizeOf(element).px, weight);
    const isNote = element.kind === "note";
    writeLines(pen, element, isNote ? { ...box, height: box.height - footHeight } : box);
    if (isNote) {
      const votes = votesOf(item.id);
      const author = item.authorId === null ? undefined : authorOf(item.authorId);
      const words = [author, reactionsOf(item.id)].filter(Boolean).join(" ");
      writeFoot(pen, box, { words, votes }, { ink, font });
    }
  }
  return new Promise((resolve, reject) => {
    sheet.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large"))),
      "image/png",
    );
  });
}

const fills = {
  sun: ["--highlight-soft", "--highlight-bright"],
  lagoon: ["--primary-soft", "--primary"],
  coral: ["--accent-soft", "--accent"],
  sea: ["--info-soft", "--info"],
  palm: ["--success-soft", "--success-bright"],
  iris: ["--dept-backend-soft", "--dept-backend"],
} as const;
/** Colours of lines and bare text. */
const inks: Readonly<Record<CanvasInk, string>> = {
  plain: "--text",
  sun: "--highlight-text",
  lagoon: "--primary-text",
  coral: "--accent-text",
  sea: "--info-text",
  palm: "--success-text",
  iris: "--dept-backend-text",
};
/** The edges of notes and shapes are as faint as on the board. */
const edgeOpacity = 0.4;
/** Corners of a frame, of a shape and of everything else. */
const radii = { frame: 12, shape: 8, other: 4 } as const;

type Ink = (token: string) => string;
/** The font of the page, in pixels. */
type Font = (size: number, weight?: number) => string;
type Pen = CanvasRenderingContext2D;
type Placed = Exclude<CanvasElement, { kind: "arrow" | "stroke" | "sticker" }>;

function inkOf(): Ink {
  const style = getComputedStyle(document.documentElement);
  return (token) => style.getPropertyValue(token).trim();
}

/** Returns the font of the page, once it has all weights that the picture uses. */
async function fontOf(): Promise<Font> {
  const family = getComputedStyle(document.body).fontFamily || "sans-serif";
  const font: Font = (size, weight = 400) => `${weight} ${size}px ${family}`;
  // One that cannot be loaded is drawn in the next font of the family.
  await Promise.allSettled([400, 600].map((weight) => document.fonts.load(font(13, weight))));
  return font;
}

/** Fills the form of an element: a rectangle, an ellipse or a diamond. */
function fillForm(pen: Pen, element: Placed, { x, y, width, height }: Box, ink: Ink): void {
  if (element.kind === "text") return;
  const isQuiet = element.kind === "frame" || element.kind === "image";
  const [fill, edge] = isQuiet ? ["--surface-sunken", "--border-strong"] : fills[element.color];
  pen.fillStyle = ink(fill);
  pen.beginPath();
  if (element.kind === "shape" && element.form === "ellipse")
    pen.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else if (element.kind === "shape" && element.form === "diamond") {
    pen.moveTo(x + width / 2, y);
    pen.lineTo(x + width, y + height / 2);
    pen.lineTo(x + width / 2, y + height);
    pen.lineTo(x, y + height / 2);
    pen.closePath();
  } else {
    const radius = element.kind === "frame" || element.kind === "shape" ? radii[element.kind] : radii.other;
    pen.roundRect(x, y, width, height, radius);
  }
  pen.fill();
  pen.globalAlpha = isQuiet ? 1 : edgeOpacity;
  pen.strokeStyle = ink(edge);
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Draws an arrow with its heads. */
function drawArrow(pen: Pen, { line, heads }: ArrowPath, color: string, isDashed: boolean): void {
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = 1.5;
  if (isDashed) pen.setLineDash([7, 5]);
  pen.stroke(new Path2D(line));
  pen.setLineDash([]);
  pen.lineWidth = 1;
  for (const head of heads) pen.fill(new Path2D(head));
}

/** Draws a freehand stroke. */
function drawStroke(pen: Pen, element: StrokeElement, color: string): void {
  pen.save();
  pen.translate(...element.at);
  pen.strokeStyle = color;
  pen.lineWidth = penPixels[element.pen];
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.stroke(new Path2D(smoothPath(pointsOf(element, element.size))));
  pen.restore();
}

/** Draws an image as large as fits into a box, without distorting it. */
function drawWithin(pen: Pen, image: CanvasImageSource, box: Box): void {
  const wide = "width" in image && typeof image.width === "number" ? image.width : box.width;
  const high = "height" in image && typeof image.height === "number" ? image.height : box.height;
  const scale = Math.min(box.width / wide, box.height / high);
  const [width, height] = [wide * scale, high * scale];
  pen.drawImage(image, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}

function writeLines(pen: Pen, element: Placed, box: Box): void {
  const { kind, text } = element;
  const { px, line: lineHeight } = textSizeOf(element);
  const isCentred = kind === "shape";
  const most = Math.max(1, Math.floor((box.height - 8) / lineHeight));
  const lines = wrapLines(text, box.width - 20, most, (line) => pen.measureText(line).width);
  const first = isCentred ? (box.height - lines.length * lineHeight) / 2 + px : lineHeight;
  pen.textAlign = isCentred ? "center" : "left";
  for (const [index, line] of lines.entries())
    pen.fillText(line, isCentred ? box.x + box.width / 2 : box.x + 10, box.y + first + index * lineHeight);
  pen.textAlign = "left";
}

const voteRadius = 3.5;

/** The author of a note, its reactions and its votes, below its text. */
function writeFoot(
  pen: Pen,
  box: Box,
  { words, votes }: { words: string; votes: number },
  { ink, font }: { ink: Ink; font: Font },
): void {
  const y = box.y + box.height - 9;
  const count = String(votes);
  pen.font = font(11, 600);
  const countWidth = votes > 0 ? pen.measureText(count).width + 3 * voteRadius + 8 : 0;
  pen.font = font(11);
  pen.fillStyle = ink("--text-muted");
  const [name] = wrapLines(words, box.width - 18 - countWidth, 1, (line) => pen.measureText(line).width);
  if (name) pen.fillText(name, box.x + 10, y);
  if (votes === 0) return;
  const right = box.x + box.width - 8;
  pen.font = font(11, 600);
  pen.fillStyle = ink("--text");
  pen.textAlign = "right";
  pen.fillText(count, right, y);
  pen.textAlign = "left";
  pen.fillStyle = ink("--primary");
  pen.beginPath();
  pen.arc(right - pen.measureText(count).width - 4 - voteRadius, y - 4, voteRadius, 0, 2 * Math.PI);
  pen.fill();
}
