/** In characters of a data URL: what was seen is not kept if it is longer than half a million. */
const maxLength = 480_000;
/** The longer side of a smaller copy, and of one of an image that is still too large. */
const smallerSides = [1280, 560];

/**
 * Returns an image as a data URL that this browser can keep: as it is, or smaller where it is large. Null where even
 * that is too large, or the browser cannot draw it.
 */
export async function shrinkImage(image: Blob): Promise<string | null> {
  const whole = image.size * 1.4 < maxLength ? await dataUrlOf(image) : null;
  if (whole !== null && whole.length <= maxLength) return whole;
  for (const side of smallerSides) {
    const smaller = await draw(image, side).catch(() => null);
    const url = smaller && (await dataUrlOf(smaller));
    if (url && url.length <= maxLength) return url;
  }
  return null;
}

async function draw(image: Blob, side: number): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
  } finally {
    bitmap.close();
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The image cannot be read"));
    reader.readAsDataURL(blob);
  });
}
