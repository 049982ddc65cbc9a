import { SpokenError } from "../../../lib/request/api-error.ts";
import { type Crop, type Size, squareOf } from "./crop.ts";

/** The edge of the uploaded square in pixels, which the server reduces further. */
const sentPixels = 512;

/** Draws the square of a picture that is shown. */
export function drawSquare(canvas: HTMLCanvasElement, picture: CanvasImageSource & Size, crop: Crop): void {
  const { left, top, edge } = squareOf(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}

/** Returns the square as a file with nothing but its visible pixels: WebP if the browser supports it. */
export function squareFile(picture: CanvasImageSource & Size, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = sentPixels;
  canvas.height = sentPixels;
  drawSquare(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], "picture", { type: blob.type }))
          : reject(new SpokenError("This browser could not make a picture of it.")),
      "image/webp",
      0.9,
    );
  });
}
