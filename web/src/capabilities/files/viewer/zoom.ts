export const maxZoom = 8;
export const zoomStep = 1.5;

/** Neither smaller than the place nor larger than is of use. */
export function limitZoom(zoom: number): number {
  return Math.min(maxZoom, Math.max(1, zoom));
}
