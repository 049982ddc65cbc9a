import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { linkOf, pngHeader, pngOf, startFileWorld } from "../../../test/file-world.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";

const { server, ana, everything, read } = await startFileWorld();
afterAll(() => server.close());

describe("images", () => {
  test("lose their location, and keep their visible size", async () => {
    const taken = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#3b7" } })
      .jpeg()
      .withExif({
        IFD0: { Make: "Pelican Optics", Copyright: "secret owner" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "51/1 30/1 0/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "0/1 7/1 0/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes("Pelican Optics")).toBe(true);
    const file = await upload(server, ana, {
      name: "IMG_1.JPG",
      content: new Uint8Array(taken),
      type: "text/html",
    });
    expect(file).toMatchObject({
      mimeType: "image/jpeg",
      preview: "image",
      width: 700,
      height: 900,
      hasThumbnail: true,
    });
    const link = await linkOf(ana, file.id);
    const bytes = Buffer.from(await (await read(link.url)).arrayBuffer());
    expect(bytes.length).toBe(file.sizeBytes);
    for (const told of ["Pelican Optics", "secret owner", "GPS"]) expect(bytes.includes(told)).toBe(false);
    expect((await sharp(bytes).metadata()).autoOrient).toMatchObject({ width: 700, height: 900 });

    const small = await read(link.thumbnailUrl!);
    expect(Object.fromEntries(small.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": expect.stringMatching(/^inline;/),
      etag: `"${file.id}-thumbnail"`,
    });
    const thumbnail = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect(thumbnail).toMatchObject({ format: "webp", width: 498, height: 640 });
    expect([thumbnail.exif, thumbnail.xmp, thumbnail.iptc]).toEqual([undefined, undefined, undefined]);
  });

  test("with too many pixels are refused", async () => {
    const before = await everything();
    const content = pngHeader(60_000, 60_000);
    expect(await refusedUpload(server, ana, { name: "bomb.png", content })).toBe("413 image_too_large");
    expect(await everything()).toEqual(before);
  });

  test("are ordinary files when they cannot be read", async () => {
    const content = new Uint8Array([...pngHeader(100, 100), ...new Uint8Array(300).fill(7)]);
    const file = await upload(server, ana, { name: "broken.gif", content });
    expect(file).toMatchObject({ preview: expect.toBeOneOf([null, "image"]), hasThumbnail: false });
    const junk = await upload(server, ana, {
      name: "junk.jpg",
      content: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    });
    expect(junk).toMatchObject({ mimeType: "image/jpeg", preview: null, width: null });
    const answer = await read((await linkOf(ana, junk.id)).url);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
  });

  test("stay animated", async () => {
    const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 10), Buffer.alloc(40 * 30 * 3, 200)]);
    const gif = await sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } })
      .gif()
      .toBuffer();
    const file = await upload(server, ana, { name: "wave.gif", content: new Uint8Array(gif) });
    expect(file).toMatchObject({
      mimeType: "image/gif",
      preview: "image",
      width: 40,
      height: 30,
      hasThumbnail: false,
    });
    const bytes = Buffer.from(await (await read((await linkOf(ana, file.id)).url)).arrayBuffer());
    expect(bytes.equals(gif)).toBe(true);
  });

  test("get a thumbnail of at most 640 pixels when they are larger", async () => {
    const large = await upload(server, ana, { name: "wide.png", content: await pngOf(1280, 20) });
    const link = await linkOf(ana, large.id);
    const thumbnail = await sharp(
      Buffer.from(await (await read(link.thumbnailUrl!)).arrayBuffer()),
    ).metadata();
    expect(thumbnail).toMatchObject({ width: 640, height: 10 });
    const small = await upload(server, ana, { name: "small.png", content: await pngOf(20, 20) });
    expect([small.hasThumbnail, (await linkOf(ana, small.id)).thumbnailUrl]).toEqual([false, null]);
  });
});
