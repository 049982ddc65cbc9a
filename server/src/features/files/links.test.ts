import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { codeOf, linkOf, linksOf, note, startFileWorld } from "../../../test/file-world.ts";
import { startTestServer } from "../../../test/harness.ts";
import { upload } from "../../../test/upload.ts";

const { server, ana, ben, noChat, channelId, post, read } = await startFileWorld();
afterAll(() => server.close());

describe("links", () => {
  test("are the same for some minutes, and leave out missing and unreadable files", async () => {
    const [file, hidden] = [await upload(server, ana, note), await upload(server, ben, note)];
    const ask = () =>
      ana.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id, hidden.id, uuidv7()] } });
    const { links, expiresInSeconds } = await ask();
    expect(links.map(({ id }) => id)).toEqual([file.id]);
    expect(expiresInSeconds).toBeGreaterThan(590);
    expect(expiresInSeconds).toBeLessThanOrEqual(900);
    const until = Number(new URL(links[0]!.url, server.url).searchParams.get("until"));
    expect(until % 300).toBe(0);
    const again = (await ask()).links;
    // Unless the five minutes ended just now.
    if (again[0]?.url.includes(`until=${until}`)) expect(again).toEqual(links);
    const withoutChat = await noChat.client.call(fileRoutes.createAttachmentLinks, {
      body: { ids: [file.id] },
    });
    expect(withoutChat.links).toEqual([]);
    for (const ids of [[], Array.from({ length: 101 }, () => uuidv7()), ["x"]]) {
      const bad = await ana.client.refused(fileRoutes.createAttachmentLinks, { body: { ids } });
      expect(bad.body.error.code).toBe("invalid_request");
    }
  });

  test("work only unchanged", async () => {
    const [file, other] = [await upload(server, ana, note), await upload(server, ana, note)];
    const link = new URL((await linkOf(ana, file.id)).url, server.url);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return read(url.href);
    };
    const later = Number(link.searchParams.get("until")) + 300;
    const signature = link.searchParams.get("signature")!;
    const [kid, digest] = signature.split(".");
    const wrong: ((url: URL) => void)[] = [
      (url) => url.searchParams.set("signature", `${kid}.${digest!.slice(0, -2)}AA`),
      (url) => url.searchParams.set("signature", `${kid}.`),
      (url) => url.searchParams.set("signature", `${uuidv7()}.${digest}`),
      (url) => url.searchParams.set("signature", "x"),
      (url) => url.searchParams.set("until", String(later)),
      // A link of another person, and one of another session of the same person.
      (url) => url.searchParams.set("for", ben.user.id),
      (url) => url.searchParams.set("session", uuidv7()),
      (url) =>
        (url.pathname = url.pathname.replace(file.id, other.id).replace(file.filename, other.filename)),
      (url) => (url.pathname = url.pathname.replace(file.filename, "invoice.pdf")),
    ];
    for (const change of wrong) {
      const answer = await changed(change);
      expect([answer.status, await codeOf(answer)]).toEqual([404, "attachment_not_found"]);
    }
    expect((await changed((url) => url.searchParams.delete("signature"))).status).toBe(400);
    expect((await changed(() => undefined)).status).toBe(200);
    // An access token is no signature, and a signature no token.
    const token = ana.session.accessToken;
    expect((await changed((url) => url.searchParams.set("signature", token.slice(0, 100)))).status).toBe(404);
  });

  test("run out", async () => {
    const file = await upload(server, ana, note);
    const link = new URL((await linkOf(ana, file.id)).url, server.url);
    const { setSystemTime, restore } = await clock();
    try {
      setSystemTime(Number(link.searchParams.get("until")) * 1000 - 2000);
      expect((await read(link.href)).status).toBe(200);
      setSystemTime(Number(link.searchParams.get("until")) * 1000);
      const late = await read(link.href);
      expect([late.status, await codeOf(late)]).toEqual([403, "file_link_expired"]);
    } finally {
      restore();
    }
  });

  test("stop working when their owner leaves the channel, and work again when they return", async () => {
    const file = await upload(server, ana, note);
    await post(ana, [file]);
    const { url } = await linkOf(ben, file.id);
    expect((await read(url)).status).toBe(200);
    await server.db
      .deleteFrom("channel_members")
      .where("channel_id", "=", channelId)
      .where("user_id", "=", ben.user.id)
      .execute();
    try {
      expect((await read(url)).status).toBe(404);
      expect(await linksOf(ben, file.id)).toEqual([]);
    } finally {
      await server.db
        .insertInto("channel_members")
        .values({ channel_id: channelId, user_id: ben.user.id })
        .execute();
    }
    expect((await read(url)).status).toBe(200);
  });

  test("stop with the session, the right to chat and the message", async () => {
    const person = await createPerson(server.db, { name: "Cleo" });
    await server.db
      .insertInto("channel_members")
      .values({ channel_id: channelId, user_id: person.id })
      .execute();
    const [here, there] = [await server.signIn(person), await server.signIn(person)];
    const file = await upload(server, ana, note);
    const { message } = await post(ana, [file]);
    const [linkHere, linkThere] = [await linkOf(here, file.id), await linkOf(there, file.id)];

    await there.client.call(identityRoutes.endSession, {});
    await expect.poll(async () => (await read(linkThere.url)).status).toBe(404);
    expect((await read(linkHere.url)).status).toBe(200);

    const roles = await server.db
      .deleteFrom("user_roles")
      .where("user_id", "=", person.id)
      .returningAll()
      .execute();
    await expect.poll(async () => (await read(linkHere.url)).status).toBe(404);
    await server.db.insertInto("user_roles").values(roles).execute();
    await expect.poll(async () => (await read(linkHere.url)).status).toBe(200);

    await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
    expect((await read(linkHere.url)).status).toBe(404);
    // Not even its owner's any more, nor to be sent again.
    expect(await linksOf(ana, file.id)).toEqual([]);
    const again = await ana.client.refused(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content: "", attachmentIds: [file.id] },
    });
    expect(again.body.error.code).toBe("attachment_not_found");
  });

  test("stop when the keys are retired", async () => {
    const { retireSigningKeys } = await import("../identity/sessions/signing-keys.ts");
    const other = await startTestServer();
    try {
      const person = await other.signIn(await createPerson(other.db));
      const file = await upload(other, person, note);
      const { links } = await person.client.call(fileRoutes.createAttachmentLinks, {
        body: { ids: [file.id] },
      });
      const status = async () => (await fetch(new URL(links[0]!.url, other.url))).status;
      expect(await status()).toBe(200);
      await retireSigningKeys(other.db);
      await expect.poll(status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

/** Only Date: timers, sockets and the database go on. */
async function clock() {
  const { vi } = await import("vitest");
  vi.useFakeTimers({ toFake: ["Date"] });
  return { setSystemTime: (ms: number) => vi.setSystemTime(ms), restore: () => vi.useRealTimers() };
}
