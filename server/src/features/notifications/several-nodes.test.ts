import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { createChannel } from "../../../test/factories.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import { everybodyTold } from "../../../test/told.ts";

let nodes: TestNodes;
beforeAll(async () => {
  nodes = await startTestNodes();
});
afterAll(() => nodes.close());

test("of several nodes one makes an entry, and each tells the devices that it has", async () => {
  const [here, there] = nodes;
  const [ana, ben] = (await createChatters(here, ["Ana", "Ben"])) as [Chatter, Chatter];
  const { id } = await createChannel(here.db, { members: [ana, ben] });
  const devices = [await here.connect(ben), await there.connect(ben)];
  const howMany = 12;
  await Promise.all(
    Array.from({ length: howMany }, (_, index) => ana.post(id, `@Ben ${index}`, { mentionIds: [ben.id] })),
  );
  await everybodyTold(here.db);
  const { items, counts } = await ben.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toHaveLength(howMany);
  expect(items.every(({ count }) => count === 1)).toBe(true);
  for (const device of devices) {
    // Entry by entry or several at once: what a device hears last is how it is.
    await vi.waitFor(() =>
      expect(device.received.findLast(({ name }) => name.startsWith("notification"))?.payload).toMatchObject({
        counts,
      }),
    );
  }
  // A direct message: who is at a keyboard on another node is here.
  devices[0]!.close();
  await devices[0]!.cut;
  await devices[1]!.command("presence.set", { isIdle: false });
  const direct = await ana.openDirect(ben.id);
  await ana.post(direct.id, "Are you there?");
  await everybodyTold(here.db);
  const after = await ben.client.call(notificationRoutes.listNotifications, { query: { tab: "messages" } });
  expect(after.items).toEqual([]);
});
