import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Chatter, codeOf, createChatters, signInChatter } from "../../../../test/chatter.ts";
import { createPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

let here: TestServer;
let [otis]: Chatter[] = [];
let admin: Chatter;

beforeAll(async () => {
  here = await startTestServer();
  [otis] = await createChatters(here, ["Otis"]);
  admin = await signInChatter(here, await createPerson(here.db, { name: "Ada", roles: ["super_admin"] }));
});
afterAll(() => here?.close());

describe("a channel that follows its department", () => {
  test("has the department's people from the start, and changes with it", async () => {
    const { department, lead, others } = await createDepartment(2);
    const stay = await signInChatter(here, others[0]!);
    const toStay = await here.connect(stay);
    const channel = await lead.create({
      name: `Team ${uuidv7()}`,
      departmentId: department.id,
      followsDepartment: true,
      memberIds: [otis!.id],
    });
    expect(channel).toMatchObject({ followsDepartment: true, memberCount: 3, isOwner: true });
    expect((await toStay.next("channel.added")).channel.id).toBe(channel.id);
    const query = { departmentId: department.id };
    const { channels } = await stay.client.call(chatRoutes.listChannels, { query });
    expect(channels.map(({ id }) => id)).toEqual([channel.id]);

    const params = { departmentId: department.id, userId: otis!.id };
    const toOtis = await here.connect(otis!);
    await lead.post(channel.id, "Before Otis");
    await admin.client.call(administrationRoutes.addDepartmentMember, { params });
    expect((await toOtis.next("channel.added")).channel).toMatchObject({ id: channel.id, unread: 0 });
    await lead.post(channel.id, "Hello Otis");
    await toOtis.next("message.posted");
    await admin.client.call(administrationRoutes.removeDepartmentMember, { params });
    expect(await toOtis.next("channel.removed")).toEqual({ channelId: channel.id });
    expect(await otis!.refusedPost(channel.id, "Still here")).toBe("channel_not_found");
  });

  test("cannot be joined, left or managed by hand", async () => {
    const { department, lead, others } = await createDepartment(1);
    const { id } = await lead.create({
      name: `Closed ${uuidv7()}`,
      departmentId: department.id,
      followsDepartment: true,
    });
    const params = { channelId: id };
    const member = { params: { channelId: id, personId: others[0]!.id } };
    const stranger = { params: { channelId: id, personId: otis!.id } };
    for (const refused of [
      otis!.client.refused(chatRoutes.joinChannel, { params }),
      lead.client.refused(chatRoutes.leaveChannel, { params }),
      lead.client.refused(chatRoutes.addMember, stranger),
      lead.client.refused(chatRoutes.removeMember, member),
    ])
      expect(await codeOf(refused)).toBe("department_channel");
    expect((await lead.join(id)).id).toBe(id);
    const listed = async (who: Chatter) =>
      (await who.client.call(chatRoutes.listDirectory, { query: { search: "Closed" } })).items.length;
    expect([await listed(lead), await listed(otis!)]).toEqual([1, 0]);
    // Owners can be set as in other channels.
    await lead.client.call(chatRoutes.addOwner, member);
  });

  test("can only be created by a member of the department", async () => {
    const { department } = await createDepartment(0);
    const body = { name: "Not mine", departmentId: department.id };
    for (const followsDepartment of [true, false]) {
      const refused = otis!.client.refused(chatRoutes.createChannel, {
        body: { ...body, followsDepartment },
      });
      expect(await codeOf(refused)).toBe("department_not_found");
    }
    const nothing = { name: "Nothing", followsDepartment: true };
    expect(await codeOf(otis!.client.refused(chatRoutes.createChannel, { body: nothing }))).toBe(
      "department_not_found",
    );
  });

  test("keeps disabled members, removes deleted ones but keeps their messages, and gets a new owner", async () => {
    const { department, lead, others } = await createDepartment(2);
    const { id } = await lead.create({
      name: `Changing ${uuidv7()}`,
      departmentId: department.id,
      followsDepartment: true,
    });
    const [first, second] = await Promise.all(others.map((person) => signInChatter(here, person)));
    const message = await second!.post(id, "I will be back");
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: second!.id } });
    expect(await lead.channel(id)).toMatchObject({ memberCount: 3 });
    await admin.client.call(administrationRoutes.enableUser, { params: { userId: second!.id } });
    const back = await signInChatter(here, others[1]!);
    expect((await back.channel(id)).id).toBe(id);
    await admin.client.call(administrationRoutes.deleteUser, { params: { userId: lead.id }, body: {} });
    expect(await back.channel(id)).toMatchObject({ memberCount: 2 });
    expect((await back.page(id)).messages).toEqual([message]);
    const { items: members } = await first!.client.call(chatRoutes.listMembers, {
      params: { channelId: id },
      query: {},
    });
    expect(members.filter(({ isOwner }) => isOwner)).toHaveLength(1);
  });

  test("includes everybody who joins or leaves the department while it is created", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { department, lead, others } = await createDepartment(1);
      const link = { department_id: department.id, user_id: otis!.id };
      const [{ id }] = await Promise.all([
        lead.create({ name: `Race ${uuidv7()}`, departmentId: department.id, followsDepartment: true }),
        here.db.insertInto("user_departments").values(link).execute(),
        here.db.deleteFrom("user_departments").where("user_id", "=", others[0]!.id).execute(),
        lead.create({ name: `Race ${uuidv7()}`, departmentId: department.id, followsDepartment: true }),
      ]);
      const rows = await here.db
        .selectFrom("channel_members")
        .select("user_id")
        .where("channel_id", "=", id)
        .execute();
      expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([lead.id, otis!.id].toSorted());
    }
  });

  test("keeps its members when the department is dissolved", async () => {
    const { department, lead } = await createDepartment(1);
    const { id } = await lead.create({
      name: `Orphans ${uuidv7()}`,
      departmentId: department.id,
      followsDepartment: true,
    });
    await here.db.deleteFrom("departments").where("id", "=", department.id).execute();
    expect(await lead.channel(id)).toMatchObject({
      followsDepartment: false,
      departmentId: null,
      memberCount: 2,
    });
  });
});

test("concurrent changes of everything end without a deadlock", async () => {
  const { department, lead, others } = await createDepartment(4);
  const channels = await Promise.all(
    Array.from({ length: 3 }, () =>
      lead.create({ name: `Knot ${uuidv7()}`, departmentId: department.id, followsDepartment: true }),
    ),
  );
  const { id: free } = await lead.create({ name: `Free ${uuidv7()}`, memberIds: others.map(({ id }) => id) });
  const chatters = await Promise.all(others.map((person) => signInChatter(here, person)));
  const [root] = await Promise.all([lead.post(free, "Root")]);
  const posts = chatters.flatMap((who, index) => [
    ...channels.map(
      (channel) => () => who.client.send("POST", `/api/channels/${channel.id}/messages`, message()),
    ),
    () => who.client.send("POST", `/api/channels/${free}/messages`, message({ parentId: root!.id })),
    () => who.client.send("PUT", `/api/messages/${root!.id}/reactions/👍`),
    () => lead.client.send("DELETE", `/api/channels/${free}/members/${who.id}`),
    () => lead.client.send("PUT", `/api/channels/${free}/owners/${who.id}`),
    index === 0
      ? () => admin.client.send("DELETE", `/api/admin/users/${who.id}`, { body: { handOverTo: lead.id } })
      : () => admin.client.send("DELETE", `/api/admin/departments/${department.id}/members/${who.id}`),
  ]);
  const answers = await Promise.all(posts.map((act) => later(Math.random() * 5, act)));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

async function later<T>(ms: number, act: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return act();
}

function message(more: { parentId?: string } = {}) {
  return { body: { id: uuidv7(), content: "Words", ...more } };
}

async function createDepartment(size: number) {
  const name = `Department ${uuidv7()}`;
  const department = await here.db
    .insertInto("departments")
    .values({ name, slug: uuidv7() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const people = await Promise.all(
    Array.from({ length: size + 1 }, () => createPerson(here.db, { departments: [name] })),
  );
  return { department, lead: await signInChatter(here, people[0]!), others: people.slice(1) };
}
