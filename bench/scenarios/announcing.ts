import { randomUUID } from "node:crypto";
import { startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { startOthers } from "../others.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSilentSocket } from "../sockets.ts";

const readerCount = 5_000;
const rounds = 5;
/** How many others work during this time, sending one request after the other. */
const workerCount = 4;
const quietSeconds = 10;
const arrivalLimitMs = 2_000;
const slowedLimit = 1.5;
const ledgerPages = 100;
const ledgerLimitMs = 20;

/**
 * Publishes to 5,000 connected people: measures from before the request to the last open screen, and to the last inbox;
 * and others' requests during that time, compared with those when nobody publishes. Then the read records, with half of
 * the 5,000 having read it, one page of 50 at a time, through the whole server. Floor of a page: the same people by
 * name as one plain statement.
 */
export async function announcing(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, readerCount + 1);
  const [publisher, ...readers] = people as [Member, ...Member[]];
  await database.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE name = 'admin'",
    [publisher.id],
  );
  await database.query("ANALYZE");
  const heard = { screens: 0, inboxes: 0, lastScreen: 0, lastInbox: 0 };
  say(`connecting ${readerCount} people`);
  for (let at = 0; at < readers.length; at += 50) {
    await Promise.all(
      readers.slice(at, at + 50).map(({ token }) =>
        openSilentSocket(atoll, token, (json) => {
          if (json.includes('"announcement.changed"')) {
            heard.screens += 1;
            heard.lastScreen = performance.now();
          } else if (json.includes('"notification.changed"') || json.includes('"notifications.changed"')) {
            heard.inboxes += 1;
            heard.lastInbox = performance.now();
          }
        }),
      ),
    );
  }

  const others = startOthers({
    url: atoll.url,
    members: readers.slice(0, workerCount),
    pauseMs: 120,
    request: { method: "GET", path: "/api/tasks?limit=20" },
  });
  await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
  const quiet = await others.take();

  const screens: number[] = [];
  const inboxes: number[] = [];
  let announcementId = "";
  for (let round = 1; round <= rounds; round += 1) {
    say(`publishing ${round} of ${rounds}`);
    announcementId = randomUUID();
    await callWell(publisher, atoll.url, "POST", "/api/announcements", {
      body: { id: announcementId, title: `News ${round}`, content: "Words. ".repeat(60), mustRead: true },
    });
    Object.assign(heard, { screens: 0, inboxes: 0 });
    const since = performance.now();
    await callWell(publisher, atoll.url, "PUT", `/api/announcements/${announcementId}/publication`, {
      body: { textVersion: 1 },
    });
    while ((heard.screens < readerCount || heard.inboxes < readerCount) && performance.now() - since < 30_000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (heard.inboxes < readerCount)
      throw new Error(`only ${heard.screens} screens and ${heard.inboxes} inboxes heard of it`);
    screens.push(heard.lastScreen - since);
    inboxes.push(heard.lastInbox - since);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const busy = await others.take();
  await others.stop();

  await database.query(
    `INSERT INTO announcement_reads (announcement_id, user_id, edition, confirmed_at)
     SELECT $1, id, 1, CASE WHEN n % 4 = 0 THEN now() END
     FROM unnest($2::uuid[]) WITH ORDINALITY AS r (id, n) WHERE n % 2 = 0`,
    [announcementId, readers.map(({ id }) => id)],
  );
  await database.query("ANALYZE");
  const pages: number[] = [];
  const floor: number[] = [];
  let cursor = "";
  for (let page = 0; page < ledgerPages; page += 1) {
    const since = performance.now();
    const path = `/api/announcements/${announcementId}/readers?${cursor && `cursor=${cursor}`}`;
    const text = await callWell(publisher, atoll.url, "GET", path);
    pages.push(performance.now() - since);
    cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor ?? "";
    const bare = performance.now();
    await database.query("SELECT id, name FROM profiles ORDER BY name, id OFFSET $1 LIMIT 51", [page * 50]);
    floor.push(performance.now() - bare);
  }
  await database.end();
  await atoll.stop();

  const held = (isHeld: boolean) => (isHeld ? "held" : "EXCEEDED");
  const slowed = quantile(busy, 0.99) / quantile(quiet, 0.99);
  const page = quantile(pages, 0.99);
  return [
    `publish to ${readerCount} connected people, ${rounds} times`,
    `last screen: worst ${ms(Math.max(...screens))}; last inbox: worst ${ms(Math.max(...inboxes))} (limit ${ms(arrivalLimitMs)}: ${held(Math.max(...screens, ...inboxes) <= arrivalLimitMs)})`,
    `others' requests: p99 ${ms(quantile(quiet, 0.99))} before, ${ms(quantile(busy, 0.99))} during it, ${slowed.toFixed(2)} times (limit ${slowedLimit}: ${held(slowed <= slowedLimit)})`,
    `a page of the ledger of ${readerCount}: p50 ${ms(quantile(pages, 0.5))}, p99 ${ms(page)} (limit ${ms(ledgerLimitMs)}: ${held(page <= ledgerLimitMs)}); floor p50 ${ms(quantile(floor, 0.5))}`,
  ];
}
