import { administrationRoutes } from "@atoll/contract/administration/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { companyStyle } from "@atoll/contract/workspace/colours";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";

const server = sharedServer();
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  admin = await server.signIn(await createPerson(server.db, { name: "Greta", roles: ["super_admin"] }));
});

const shown = () => server.anyone.call(workspaceRoutes.getWorkspace, {});
const setUp = () => admin.client.call(companyRoutes.getSetUp, {});
const doneNow = async () =>
  Object.fromEntries((await setUp()).steps.map(({ step, isDone }) => [step, isDone]));
const read = (address: string) => fetch(new URL(address, server.url));

async function change(body: { name?: string | null; colour?: string | null; logoId?: string | null }) {
  const { company } = await setUp();
  return admin.client.call(companyRoutes.updateCompany, { body: { version: company.version, ...body } });
}

describe("setting up", () => {
  test("detects which steps are done, and stores which were dismissed", async () => {
    // The harness configures a name; alone, without departments' members or a channel.
    expect(await doneNow()).toEqual({
      you: true,
      company: true,
      departments: false,
      people: false,
      channel: false,
    });
    const rename = (name: string) => admin.client.call(identityRoutes.updateCurrentUser, { body: { name } });
    await rename("Administrator");
    expect((await doneNow()).you).toBe(false);
    await rename("Greta");
    expect((await doneNow()).you).toBe(true);
    expect(await shown()).toMatchObject({ departmentCount: 5, hasInitialDepartments: true });
    const skip = (isSkipped: boolean) =>
      admin.client.call(companyRoutes.skipSetUpStep, { params: { step: "people" }, body: { isSkipped } });
    const people = (answer: Awaited<ReturnType<typeof setUp>>) =>
      answer.steps.find(({ step }) => step === "people");
    expect(people(await skip(true))).toMatchObject({ isDone: false, isSkipped: true });
    expect(people(await skip(true))).toMatchObject({ isSkipped: true });
    expect(people(await skip(false))).toMatchObject({ isSkipped: false });
    await skip(true);

    member = await server.signIn(await createPerson(server.db, { name: "Ana", departments: ["Backend"] }));
    await admin.client.call(chatRoutes.createChannel, { body: { name: "general" } });
    expect(await doneNow()).toEqual({
      you: true,
      company: true,
      departments: true,
      people: true,
      channel: false,
    });
    // Done is done, and no longer put aside.
    expect(people(await setUp())).toMatchObject({ isDone: true, isSkipped: false });
    await admin.client.call(chatRoutes.createChannel, { body: { name: "projects" } });
    expect((await doneNow()).channel).toBe(true);
  });

  test("tells strangers how many departments there are, but not their names", async () => {
    const name = "Secret Laboratory";
    const { department } = await admin.client.call(administrationRoutes.createDepartment, { body: { name } });
    const answer = await shown();
    expect(answer).toMatchObject({ departmentCount: 6, hasInitialDepartments: false });
    expect(JSON.stringify(answer)).not.toContain(name);
    await admin.client.call(administrationRoutes.removeDepartment, {
      params: { departmentId: department.id },
    });
    expect(await shown()).toMatchObject({ departmentCount: 5, hasInitialDepartments: true });
  });
});

describe("the company's looks", () => {
  test("change for everybody at once, including people who are not signed in", async () => {
    const socket = await server.connect(member);
    const told = socket.next("company.changed");
    await change({ name: "Reef & Sons", colour: "#AA3355" });
    const looks = {
      companyName: "Reef & Sons",
      windowName: "Reef & Sons",
      logo: null,
      style: companyStyle("#aa3355"),
    };
    expect(await shown()).toMatchObject(looks);
    await told;
    const { name, short_name } = await server.anyone.call(companyRoutes.getManifest, {});
    expect([name, short_name]).toEqual(["Reef & Sons", "Reef & Sons"]);
    const { items } = await admin.client.call(auditRoutes.listEntries, {
      query: { action: "company.updated" },
    });
    expect(items[0]).toMatchObject({
      actor: { name: "Greta" },
      before: { name: null, colour: null },
      after: { name: "Reef & Sons", colour: "#aa3355" },
    });
    // Without a name and colour of its own, the configured ones apply.
    await change({ name: null, colour: null });
    expect(await shown()).toMatchObject({
      companyName: "Test Company",
      windowName: "Atoll",
      style: "",
    });
  });

  test("refuse a save by a person who has not seen the newest version", async () => {
    const { company } = await setUp();
    await change({ name: "Reef" });
    const { body } = await admin.client.refused(companyRoutes.updateCompany, {
      body: { version: company.version, name: "Cliff" },
    });
    expect(body.error.code).toBe("changed_meanwhile");
    expect((await shown()).companyName).toBe("Reef");
  });

  test("are refused with an invisible name or an invalid colour", async () => {
    for (const wrong of [
      { name: "\u200b" },
      { name: "x".repeat(61) },
      { colour: "red" },
      { colour: "#12345g" },
    ]) {
      const { body } = await admin.client.refused(companyRoutes.updateCompany, {
        body: { version: 1, ...wrong },
      });
      expect([wrong, body.error.code]).toEqual([wrong, "invalid_request"]);
    }
  });
});

describe("a logo", () => {
  const secret = "taken at 51.5074 north";
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: "#1f7a8c" } })
      .withExif({ IFD0: { Artist: secret } })
      .png()
      .toBuffer();
  const send = async (content: Buffer) =>
    (
      await upload(server, admin, {
        name: "logo.png",
        kind: "company-logo",
        content: new Uint8Array(content),
      })
    ).id;

  test("is rendered again in full, without its metadata, and is visible before signing in", async () => {
    const sent = await drawing(600, 200);
    expect(sent.includes(secret)).toBe(true);
    const { company } = await change({ logoId: await send(sent) });
    const answer = await read(company.logo ?? "");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes(secret)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: true });
    // Above it is clear ground: nothing of it was cut off.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([data[3], data[(256 * 512 + 2) * 4 + 3]]).toEqual([0, 255]);
    expect((await shown()).logo).toBe(company.logo);
    const { icons } = await server.anyone.call(companyRoutes.getManifest, {});
    expect(icons).toEqual([{ src: company.logo, sizes: "512x512", type: "image/png", purpose: "any" }]);

    // The previous logo belongs to nobody, and neither does an unused upload.
    const waiting = await send(await drawing(20, 20));
    const { filename } = await server.db
      .selectFrom("files")
      .select("filename")
      .where("id", "=", waiting)
      .executeTakeFirstOrThrow();
    expect((await read(`/api/pictures/${waiting}/${filename}`)).status).toBe(404);
    await change({ logoId: waiting });
    expect((await read(company.logo ?? "")).status).toBe(404);
    await change({ logoId: null });
    expect((await shown()).logo).toBeNull();
    expect((await read(`/api/pictures/${waiting}/${filename}`)).status).toBe(404);
  });

  test("is an administrator's to bring, and a picture", async () => {
    const content = new Uint8Array(await drawing(20, 20));
    expect(await refusedUpload(server, member, { name: "l.png", kind: "company-logo", content })).toContain(
      "forbidden",
    );
    const words = { name: "l.png", kind: "company-logo", content: "no picture" };
    expect(await refusedUpload(server, admin, words)).toContain("picture_unreadable");
    // Another person's upload, or one of another kind, cannot be the logo.
    const picture = await upload(server, admin, { name: "me.png", kind: "picture", content });
    const { company } = await setUp();
    const { body } = await admin.client.refused(companyRoutes.updateCompany, {
      body: { version: company.version, logoId: picture.id },
    });
    expect(body.error.code).toBe("attachment_not_found");
  });
});
