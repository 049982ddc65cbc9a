/** Which square of a picture is shown: its middle as parts of the picture's width and height, and how near it is. */
export interface Crop {
  x: number;
  y: number;
  /** 1: as much as fits; more is nearer. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const mostZoom = 4;
export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Pure: the edge of the square, in pixels of the picture. */
function edgeOf({ width, height }: Size, { zoom }: Pick<Crop, "zoom">): number {
  return Math.min(width, height) / zoom;
}

/** Returns the nearest square within the picture. Pure. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, 1), mostZoom);
  const half = edgeOf(size, { zoom }) / 2;
  const clamp = (at: number, length: number) => Math.min(Math.max(at * length, half), length - half) / length;
  return { x: clamp(crop.x, size.width), y: clamp(crop.y, size.height), zoom };
}

/** Pure: the square after the picture was moved under it, by parts of the square's edge. */
export function moved(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const edge = edgeOf(size, crop);
  return within(size, {
    ...crop,
    x: crop.x - (by.x * edge) / size.width,
    y: crop.y - (by.y * edge) / size.height,
  });
}

/** Pure: the square in pixels of the picture. */
export function squareOf(size: Size, crop: Crop): { left: number; top: number; edge: number } {
  const { x, y, zoom } = within(size, crop);
  const edge = edgeOf(size, { zoom });
  return { left: x * size.width - edge / 2, top: y * size.height - edge / 2, edge };
}
