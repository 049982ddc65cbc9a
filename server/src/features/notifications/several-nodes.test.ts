import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

let nodes: TestNodes;
beforeAll(async () => {
  nodes = await startTestNodes();
});
afterAll(() => nodes.close());

test("creates an entry on one of several nodes, and each node notifies its own devices", async () => {
  const [here, there] = nodes;
  const [ana, ben] = (await createChatters(here, ["Ana", "Ben"])) as [Chatter, Chatter];
  const { id } = await createChannel(here.db, { members: [ana, ben] });
  const devices = [await here.connect(ben), await there.connect(ben)];
  const howMany = 12;
  await Promise.all(
    Array.from({ length: howMany }, (_, index) => ana.post(id, `@Ben ${index}`, { mentionIds: [ben.id] })),
  );
  await everybodyNotified(here.db);
  const { items, counts } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toHaveLength(howMany);
  expect(items.every(({ count }) => count === 1)).toBe(true);
  for (const device of devices) {
    // Events may be single or batched. The last one has the current state.
    await vi.waitFor(() =>
      expect(device.received.findLast(({ name }) => name.startsWith("notification"))?.payload).toMatchObject({
        counts,
      }),
    );
  }
  // A direct message to a person who is online on another node.
  devices[0]!.close();
  await devices[0]!.cut;
  await devices[1]!.command("presence.set", { isIdle: false });
  const direct = await ana.openDirect(ben.id);
  await ana.post(direct.id, "Are you there?");
  await everybodyNotified(here.db);
  const after = await ben.client.call(notificationRoutes.listNotifications, { query: { tab: "messages" } });
  expect(after.items).toEqual([]);
});
