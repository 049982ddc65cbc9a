/** The version of what the document of a board may hold: see `documentSchemaVersion`. */
export const canvasSchemaVersion = 2;

/** Elements of one board, of all kinds together. */
export const canvasMaxElements = 3000;
/** The length of the text of one element, in code points. */
export const canvasTextMaxLength = 1000;
/** In pixels at full size, in each direction. */
export const canvasMaxCoordinate = 100_000;
export const canvasMaxSize = 20_000;
export const canvasMaxStack = 1_000_000;
export const canvasMinZoom = 0.02;
export const canvasMaxZoom = 4;

/** Soft colours of elements: tokens of the design, never values. */
export const canvasColors = ["sun", "lagoon", "coral", "sea", "palm", "iris"] as const;
export type CanvasColor = (typeof canvasColors)[number];
/** Colours of lines and of text on the bare canvas: "plain" is the colour of text. */
export const canvasInks = ["plain", ...canvasColors] as const;
export type CanvasInk = (typeof canvasInks)[number];
export const canvasTextSizes = ["small", "medium", "large", "huge"] as const;
export type CanvasTextSize = (typeof canvasTextSizes)[number];
export const arrowLines = ["straight", "curved", "elbow"] as const;
export type ArrowLine = (typeof arrowLines)[number];
export const arrowHeads = ["none", "end", "both"] as const;
export type ArrowHeads = (typeof arrowHeads)[number];
export const arrowDashes = ["solid", "dashed"] as const;
export type ArrowDash = (typeof arrowDashes)[number];
export const penWidths = ["fine", "medium", "bold"] as const;
export type PenWidth = (typeof penWidths)[number];
/** Points of one freehand stroke, once it is simplified. */
export const maxStrokePoints = 400;
export const shapeForms = ["rectangle", "ellipse", "diamond"] as const;
export type ShapeForm = (typeof shapeForms)[number];

/** Elements that one person moves or selects at a time, as the others see it on the way. */
export const maxMovedAtOnce = 200;
