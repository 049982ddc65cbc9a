import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { detectKind } from "./detect-kind.ts";
import { prepareImage } from "./prepare-image.ts";
import { stripPng, stripWebp } from "./strip-chunks.ts";
import { stripHeif } from "./strip-heif.ts";
import { stripJpeg } from "./strip-jpeg.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-images-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secret = "Pelican Optics 7";
const kinds = {
  "image/jpeg": (image: Sharp) => image.jpeg(),
  "image/png": (image: Sharp) => image.png(),
  "image/webp": (image: Sharp) => image.webp(),
  "image/avif": (image: Sharp) => image.avif({ effort: 0 }),
};

describe("metadata", () => {
  test.each(Object.entries(kinds))("is removed from %s, and every pixel stays", async (mimeType, encode) => {
    const photo = await encode(noise(48, 32)).withMetadata().withExif(exif).withXmp(xmp).toBuffer();
    expect(photo.includes(secret)).toBe(true);
    const { cleaned, size } = await prepare(photo, mimeType);
    expect(size).toEqual({ width: 48, height: 32 });
    expect(cleaned!.includes(secret)).toBe(false);
    expect(cleaned!.includes("51.5074")).toBe(false);
    expect(await pixelsOf(cleaned!)).toEqual(await pixelsOf(photo));
    // Its colours are as they were.
    expect((await sharp(cleaned!).metadata()).icc).toEqual((await sharp(photo).metadata()).icc);
    // Nothing is left to do.
    expect((await prepare(cleaned!, mimeType)).cleaned === undefined || mimeType === "image/avif").toBe(true);
  });

  test.each(["image/jpeg", "image/png", "image/webp"] as const)(
    "%s stays the right way up",
    async (mimeType) => {
      for (const orientation of [2, 3, 6, 8]) {
        const encoded = await kinds[mimeType](noise(48, 32))
          .withExif(exif)
          .withMetadata({ orientation })
          .toBuffer();
        const { cleaned, size } = await prepare(encoded, mimeType);
        const isTurned = orientation >= 5;
        expect([orientation, size]).toEqual([
          orientation,
          isTurned ? { width: 32, height: 48 } : { width: 48, height: 32 },
        ]);
        expect(cleaned!.includes(secret)).toBe(false);
        const [before, after] = [await uprightOf(encoded), await uprightOf(cleaned!)];
        expect(differenceOf(before, after)).toBeLessThan(mimeType === "image/webp" ? 12 : 1);
      }
    },
  );

  test("is removed after the end of a JPEG, and a truncated JPEG is still shown", async () => {
    const photo = await noise(64, 64).jpeg({ progressive: true }).toBuffer();
    const { cleaned } = await prepare(
      Buffer.concat([photo, Buffer.from(`another picture ${secret}`)]),
      "image/jpeg",
    );
    expect(cleaned).toEqual(stripJpeg(photo, 1));
    const half = await prepare(photo.subarray(0, photo.length - 200), "image/jpeg");
    expect(half.size).toEqual({ width: 64, height: 64 });
  });

  test("is removed from a HEIC, although browsers cannot show it", async () => {
    const photo = await noise(48, 32).avif({ effort: 0 }).withExif(exif).toBuffer();
    const heic = Buffer.from(
      photo.toString("latin1").replace("ftypavif", "ftypheic").replaceAll("av01", "hvc1"),
      "latin1",
    );
    const path = join(folder, "photo.heic");
    await writeFile(path, heic);
    expect(await detectKind(path, "photo.heic")).toEqual({ mimeType: "image/heic", preview: null });
    const { cleaned } = await prepare(heic, "image/heic");
    expect(cleaned).toHaveLength(heic.length);
    expect([heic.includes(secret), cleaned!.includes(secret)]).toEqual([true, false]);
  });

  test("ends for any corrupted file, and fails with one kind of error only", async () => {
    const samples = await Promise.all(
      Object.values(kinds).map((encode) => encode(noise(16, 16)).withExif(exif).withXmp(xmp).toBuffer()),
    );
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...samples), damage, fc.nat(), (sample, changes, cut) => {
        const bytes = Buffer.from(
          sample.subarray(0, sample.length - (cut % 3 === 0 ? cut % sample.length : 0)),
        );
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        for (const strip of [(b: Buffer) => stripJpeg(b, 6), stripPng, stripWebp, stripHeif]) {
          try {
            strip(bytes);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("pixels", () => {
  test("too many are refused, however few bytes they take", async () => {
    const flood = whitePng(16_000, 16_000);
    expect(flood.length).toBeLessThan(100_000);
    await expect(prepare(flood, "image/png")).rejects.toMatchObject({ code: "image_too_large" });
    const avif = await noise(16, 16).avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf("ispe") + 8;
    avif.writeUInt32BE(6000, size);
    avif.writeUInt32BE(6000, size + 4);
    await expect(prepare(avif, "image/avif")).rejects.toMatchObject({ code: "image_too_large" });
    const allowed = whitePng(11_000, 12_000);
    expect((await prepare(allowed, "image/png")).size).toEqual({ width: 11_000, height: 12_000 });
  });

  test("are counted by their unpacked size in memory", async () => {
    // The first kind takes more than a megabyte of memory for each kilobyte sent.
    for (const [width, height, bits] of [
      [8000, 7000, 16],
      [10_500, 10_000, 8],
    ] as const) {
      const flood = whitePng(width, height, { bits, isInterlaced: true });
      expect(flood.length).toBeLessThan(1000);
      await expect(prepare(flood, "image/png")).rejects.toMatchObject({ code: "image_too_large" });
    }
    const interlaced = noise(800, 700).toColourspace("rgb16").png({ progressive: true });
    expect((await prepare(await interlaced.toBuffer(), "image/png")).size).toEqual({
      width: 800,
      height: 700,
    });
  });

  test("are decoded one image at a time", async () => {
    const photo = await noise(300, 200).jpeg().toBuffer();
    const done = await Promise.all(Array.from({ length: 12 }, () => prepare(photo, "image/jpeg")));
    expect(done.every(({ size }) => size?.width === 300)).toBe(true);
  });

  test("nothing but the expected formats is decoded", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    expect(await prepare(svg, "image/png")).toMatchObject({ size: undefined, thumbnail: undefined });
    const tiff = await noise(10, 10).tiff().toBuffer();
    expect(await prepare(tiff, "image/jpeg")).toMatchObject({ size: undefined, thumbnail: undefined });
  });
});

const exif = {
  IFD0: { Make: secret, Artist: secret },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 26/1" },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLatitude="51.5074"/></rdf:RDF></x:xmpmeta>`;

/** A picture whose every pixel is another, the same each time. */
function noise(width: number, height: number): Sharp {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => 128 + 100 * Math.sin(index / 40 + (index % 3))),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** One bit a pixel; of what is interlaced only the beginning, which is all that is looked at before. */
function whitePng(width: number, height: number, { bits = 1, isInterlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bits, 8);
  header.writeUInt8(bits === 1 ? 0 : 6, 9);
  header.writeUInt8(isInterlaced ? 1 : 0, 12);
  const rows = deflateSync(Buffer.alloc(isInterlaced ? 1000 : (1 + Math.ceil(width / 8)) * height));
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

let count = 0;
async function prepare(bytes: Buffer, mimeType: string) {
  count += 1;
  const path = join(folder, `image-${count}`);
  await writeFile(path, bytes);
  return prepareImage(path, mimeType);
}

function pixelsOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

function uprightOf(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).autoOrient().removeAlpha().raw().toBuffer();
}

function differenceOf(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;
}
