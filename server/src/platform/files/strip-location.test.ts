import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blankFilm } from "./blank-film.ts";
import { prepareImage } from "./prepare-image.ts";
import { stripGif } from "./strip-gif.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-places-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const place = "+51.5074-000.1278/";
const picture = "the picture itself ";

test("removes comments and XMP from a GIF, which stays animated", async () => {
  const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 10), Buffer.alloc(40 * 30 * 3, 200)]);
  const gif = await sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
    .gif()
    .toBuffer();
  const told = Buffer.concat([
    gif.subarray(0, -1),
    gifBlock(0xfe, place),
    xmpOfGif(),
    Buffer.from([0x3b]),
    Buffer.from(place),
  ]);
  const { cleaned, size } = await prepare(told, "image/gif");
  expect(size).toEqual({ width: 40, height: 30 });
  expect(cleaned?.equals(gif)).toBe(true);
  expect((await prepare(gif, "image/gif")).cleaned).toBeUndefined();
});

test("makes an image download-only when its location cannot be removed", async () => {
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
    .gif()
    .toBuffer();
  const broken = Buffer.concat([gif.subarray(0, -1), Buffer.from([0x99]), Buffer.from(place)]);
  expect(await prepare(broken, "image/gif")).toMatchObject({ size: undefined, thumbnail: undefined });
  for (const kind of ["image/jpeg", "image/png", "image/webp"]) {
    const unreadable = Buffer.concat([Buffer.from("no such thing"), Buffer.from(place)]);
    expect(await prepare(unreadable, kind)).toMatchObject({ size: undefined, thumbnail: undefined });
  }
});

test.each([
  ["short", false],
  ["long", true],
])("a film loses where it was made, and nothing in it moves (%s boxes)", async (_name, isLong) => {
  const film = filmOf({ handlers: ["vide", "soun", "meta"], isLong });
  const cleaned = await blanked(film);
  expect(cleaned).toHaveLength(film.length);
  expect([film.includes(place), cleaned.includes(place)]).toEqual([true, false]);
  // Every picture is where it was; the moments of the third track are gone, and so is the track.
  const at = film.indexOf(`${picture}vide`);
  expect(cleaned.indexOf(`${picture}vide`)).toBe(at);
  expect(cleaned.indexOf(`${picture}soun`)).toBe(film.indexOf(`${picture}soun`));
  expect(cleaned.includes(`${picture}meta`)).toBe(false);
  expect(cleaned.toString("latin1").match(/trak/g)).toHaveLength(2);
  // Again there is nothing to do.
  expect(await blanked(cleaned)).toEqual(cleaned);
});

test("keeps a video with an unknown structure unchanged and download-only", async () => {
  const film = filmOf({ handlers: ["vide", "meta"], isLong: false });
  const fragment = box("moof", box("traf", Buffer.alloc(4)));
  for (const odd of [
    film.subarray(0, film.length - 10),
    Buffer.concat([film, fragment]),
    Buffer.concat([film, Buffer.from("ffffffff6d646174", "hex")]),
    // Moments that lie over one another, and a million empty boxes.
    filmOf({
      handlers: ["vide", ...Array.from({ length: 40 }, () => "meta")],
      isLong: false,
      overlaps: true,
    }),
    box("moov", Buffer.concat(Array.from({ length: 30_000 }, () => box("free", Buffer.alloc(0))))),
    Buffer.from("no film at all"),
    box("ftyp", Buffer.from("qt  ")),
  ]) {
    const path = await write(odd);
    expect(await blankFilm(path)).toBe(false);
    expect(await readFile(path)).toEqual(Buffer.from(odd));
  }
});

test("ends for any corrupted file, and fails with one kind of error only", async () => {
  const film = filmOf({ handlers: ["vide", "meta"], isLong: true });
  const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
    .gif()
    .toBuffer();
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(damage, (changes) => {
      const bytes = Buffer.from(gif);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      try {
        stripGif(bytes);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      const bytes = Buffer.from(film);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const path = await write(bytes);
      const isClean = await blankFilm(path);
      const after = await readFile(path);
      expect(after).toHaveLength(bytes.length);
      if (!isClean) expect(after).toEqual(bytes);
    }),
    { numRuns: 150 },
  );
});

/** A film as a telephone makes it: its place in three spots, and tracks whose moments take turns. */
function filmOf(options: { handlers: readonly string[]; isLong: boolean; overlaps?: boolean }): Buffer {
  const { handlers, isLong, overlaps = false } = options;
  const start = box("ftyp", Buffer.from("qt  ")).length + (isLong ? 16 : 8);
  const moments = handlers.flatMap((handler) =>
    [1, 2].map((part) => Buffer.from(`${picture}${handler} ${part} ${handler === "meta" ? place : "..."}`)),
  );
  let at = start;
  const tracks = handlers.map((handler, index) => {
    const own = moments.slice(index * 2, index * 2 + 2);
    const starts = own.map(({ length }) => {
      at += length;
      return overlaps ? start : at - length;
    });
    return trackOf(
      handler,
      starts,
      own.map(({ length }) => (overlaps ? moments.length * length : length)),
    );
  });
  const user = box("udta", box("\u00a9xyz", Buffer.from(place)));
  return Buffer.concat([
    box("ftyp", Buffer.from("qt  ")),
    box("mdat", Buffer.concat(moments), isLong),
    box("moov", Buffer.concat([...tracks, user, box("meta", Buffer.from(`mdta ${place}`), isLong)]), isLong),
    box("uuid", Buffer.from(`<x:xmpmeta>${place}`)),
  ]);
}

function trackOf(handler: string, starts: readonly number[], sizes: readonly number[]): Buffer {
  const tables = [
    box("stco", numbers(0, starts.length, ...starts)),
    box("stsc", numbers(0, 1, 1, 1, 1)),
    box("stsz", numbers(0, 0, sizes.length, ...sizes)),
  ];
  const media = Buffer.concat([
    box("hdlr", Buffer.concat([numbers(0), Buffer.from(`mhlr${handler}`), numbers(0, 0, 0)])),
    box(
      "minf",
      Buffer.concat([
        box("hdlr", Buffer.concat([numbers(0), Buffer.from("dhlrurl ")])),
        box("stbl", Buffer.concat(tables)),
      ]),
    ),
  ]);
  return box("trak", Buffer.concat([box("mdia", media), box("udta", Buffer.from(place))]));
}

function box(type: string, content: Buffer, isLong = false): Buffer {
  const head = Buffer.alloc(isLong ? 16 : 8);
  head.writeUInt32BE(isLong ? 1 : 8 + content.length, 0);
  head.write(type, 4, "latin1");
  if (isLong) head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, content]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function gifBlock(label: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0x21, label, text.length]), Buffer.from(text), Buffer.from([0])]);
}

function xmpOfGif(): Buffer {
  const packet = `<x:xmpmeta>${place}</x:xmpmeta>`;
  const head = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from("XMP DataXMP")]);
  return Buffer.concat([head, Buffer.from([packet.length]), Buffer.from(packet), Buffer.from([0])]);
}

let count = 0;
async function write(bytes: Buffer): Promise<string> {
  count += 1;
  const path = join(folder, `file-${count}`);
  await writeFile(path, bytes);
  return path;
}

async function blanked(film: Buffer): Promise<Buffer> {
  const path = await write(film);
  expect(await blankFilm(path)).toBe(true);
  return readFile(path);
}

async function prepare(bytes: Buffer, mimeType: string) {
  return prepareImage(await write(bytes), mimeType);
}
