import { crc32 } from "node:zlib";
import { fileRoutes } from "@atoll/contract/files/routes";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { refusedUpload, upload } from "../../../../test/upload.ts";

const server = serverForFile({ maxBytesPerPerson: 20_000 });
let ana: TestPerson;
let here: SignedIn;
let phone: SignedIn;
beforeAll(async () => {
  ana = await createPerson(server.db, { name: "Ana Reef" });
  here = await server.signIn(ana);
  phone = await server.signIn(ana);
});

const secret = "taken at 51.5074 north";

/** Creates a photo that contains its location and is rotated. */
function photo(format: "jpeg" | "png" | "webp" | "avif" | "gif", width = 400, height = 300): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#1f7a8c" } })
    .withExif({ IFD0: { Artist: secret } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
}

async function uploadPicture(by: SignedIn, content: Buffer | string, name = "me.jpg") {
  return upload(server, by, {
    name,
    kind: "picture",
    content: typeof content === "string" ? content : new Uint8Array(content),
  });
}

async function show(by: SignedIn, content: Buffer): Promise<string> {
  const { id } = await uploadPicture(by, content);
  const { user } = await by.client.call(profileRoutes.setPicture, { body: { attachmentId: id } });
  return user.avatar ?? "";
}

async function expectNotFound(by: SignedIn, attachmentId: string): Promise<void> {
  const { body: answer } = await by.client.refused(profileRoutes.setPicture, { body: { attachmentId } });
  expect(answer.error.code).toBe("attachment_not_found");
}

const read = (address: string) => fetch(new URL(address, server.url));

describe("a picture", () => {
  test.each(["jpeg", "png", "webp", "avif", "gif"] as const)(
    "is rendered from %s as small, square, upright and without metadata",
    async (format) => {
      const sent = await photo(format);
      if (format === "jpeg") expect(sent.includes(secret)).toBe(true);
      const answer = await read(await show(here, sent));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("cache-control")).toMatch(/max-age=31536000/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 256, height: 256 });
      expect(bytes.includes(secret)).toBe(false);
    },
  );

  test("is shown to everybody at once, also on open pages, and the previous one is deleted", async () => {
    const ben = await server.signIn(await createPerson(server.db, { name: "Ben Tide" }));
    const [his, own] = [await server.connect(ben), await server.connect(phone)];
    const first = await show(here, await photo("webp"));
    const second = await show(here, await photo("jpeg"));
    expect(second).not.toBe(first);
    for (const avatar of [first, second])
      expect(await his.next("profile.changed")).toMatchObject({ person: { id: ana.id, avatar } });
    await own.next("viewer.changed");
    const { people } = await ben.client.call(peopleRoutes.searchPeople, { query: { name: "Ana Reef" } });
    expect(people).toMatchObject([{ avatar: second }]);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);

    // The same sent again, as after an answer that was lost, is the same.
    const attachmentId = second.split("/")[3]!;
    const again = await here.client.call(profileRoutes.setPicture, { body: { attachmentId } });
    expect(again.user.avatar).toBe(second);

    const { user } = await here.client.call(profileRoutes.setPicture, { body: { attachmentId: null } });
    expect(user.avatar).toBeNull();
    expect(await his.next("profile.changed")).toMatchObject({ person: { id: ana.id, avatar: null } });
    expect((await read(second)).status).toBe(404);
  });

  test("must be the person's own upload for it, and an unused upload is readable by nobody", async () => {
    const eve = await server.signIn(await createPerson(server.db));
    const { id, filename } = await uploadPicture(here, await photo("webp"));
    expect((await read(`/api/pictures/${id}/${filename}`)).status).toBe(404);
    await expectNotFound(eve, id);
    const note = await upload(server, here, { name: "note.txt", content: "not a face" });
    await expectNotFound(here, note.id);
    // Files of anything else have no such address.
    expect((await read(`/api/pictures/${note.id}/${note.filename}`)).status).toBe(404);
    const shown = await show(here, await photo("webp"));
    expect((await read(shown.replace(/[^/]+$/, "1-0-picture.webp"))).status).toBe(404);
    await here.client.call(fileRoutes.deleteAttachment, { params: { attachmentId: note.id } });
  });

  test.each<[string, () => Promise<Buffer | string> | string, string]>([
    [
      "a drawing",
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      "400 picture_unreadable",
    ],
    ["no picture", () => "just words", "400 picture_unreadable"],
    [
      "a page that calls itself a picture",
      () => "<!doctype html><script>1</script>",
      "400 picture_unreadable",
    ],
    [
      "a picture that broke off at once",
      async () => (await photo("png")).subarray(0, 40),
      "400 picture_unreadable",
    ],
    ["of more pixels than can be unpacked", () => flood(), "413 image_too_large"],
    ["nothing", () => "", "400 file_empty"],
  ])("is refused: %s", async (_what, content, refusal) => {
    const bytes = await content();
    const file = {
      name: "me.png",
      kind: "picture",
      content: typeof bytes === "string" ? bytes : new Uint8Array(bytes),
    };
    expect(await refusedUpload(server, here, file)).toBe(refusal);
  });

  test("counts towards its owner's quota, and a full storage is reported", async () => {
    const full = await server.signIn(await createPerson(server.db));
    await upload(server, full, { name: "data.bin", content: new Uint8Array(19_990) });
    const picture = { name: "me.jpg", kind: "picture", content: new Uint8Array(await photo("jpeg")) };
    expect(await refusedUpload(server, full, picture)).toBe("507 storage_quota");
  });

  test("is deleted with the person's account", async () => {
    const leaver = await createPerson(server.db, { name: "Lea Ebb" });
    const shown = await show(await server.signIn(leaver), await photo("webp"));
    const socket = await server.connect(here);
    await server.db.deleteFrom("accounts").where("id", "=", leaver.id).execute();
    // The event for choosing the picture may only arrive now.
    const heard = () => socket.received.filter(({ name }) => name === "profile.changed").at(-1)?.payload;
    await expect.poll(heard).toMatchObject({ person: { id: leaver.id, avatar: null, isFormer: true } });
    expect((await read(shown)).status).toBe(404);
  });
});

describe("preferences", () => {
  const standard = { language: "en-GB", timeZone: null, firstDay: "monday", hours: "24", seenTimeZone: null };

  test("apply on all devices of a person, and can be set one by one", async () => {
    const { user } = await phone.client.call(identityRoutes.getCurrentUser, {});
    expect(user.preferences).toEqual(standard);
    const socket = await server.connect(phone);
    const change = (body: object) => here.client.call(profileRoutes.changePreferences, { body });
    await change({ timeZone: "Pacific/Auckland", hours: "12" });
    await socket.next("viewer.changed");
    // Two devices at the same moment: neither loses what the other chose.
    await Promise.all([
      change({ language: "de-DE" }),
      phone.client.call(profileRoutes.changePreferences, { body: { firstDay: "sunday" } }),
    ]);
    const after = await phone.client.call(identityRoutes.getCurrentUser, {});
    const chosen = {
      language: "de-DE",
      timeZone: "Pacific/Auckland",
      firstDay: "sunday",
      hours: "12",
      seenTimeZone: null,
    };
    expect(after.user.preferences).toEqual(chosen);
    expect((await change({ timeZone: null })).user.preferences).toEqual({ ...chosen, timeZone: null });
    expect((await change({})).user.preferences).toEqual({ ...chosen, timeZone: null });
  });

  test.each([
    [{ timeZone: "Europe/Atlantis" }],
    [{ seenTimeZone: "Europe/Atlantis" }],
    [{ language: "tlh" }],
    [{ firstDay: "friday" }],
    [{ hours: 24 as never }],
  ])("that there are not are refused: %j", async (body) => {
    const { body: answer } = await here.client.refused(profileRoutes.changePreferences, {
      body: body as never,
    });
    expect(answer.error.code).toBe("invalid_request");
  });

  test("unknown to this version are ignored one by one, and never as a whole", async () => {
    const preferences = JSON.stringify({ language: "la", hours: "12", moon: true });
    await server.db.updateTable("accounts").set({ preferences }).where("id", "=", ana.id).execute();
    const { user } = await phone.client.call(identityRoutes.getCurrentUser, {});
    expect(user.preferences).toEqual({ ...standard, hours: "12" });
  });
});

/** Creates a few bytes that claim more pixels than memory could hold. */
async function flood(): Promise<Buffer> {
  const png = await photo("png", 9, 9);
  const header = png.indexOf("IHDR");
  png.writeUInt32BE(30_000, header + 4);
  png.writeUInt32BE(30_000, header + 8);
  png.writeUInt32BE(crc32(png.subarray(header, header + 17)), header + 17);
  return png;
}
