import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { AnnouncementChange, NewAnnouncement } from "@atoll/contract/announcements/schemas";
import { changeRoutes } from "@atoll/contract/changes/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { Route, RouteCall } from "@atoll/contract/route";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../src/tables.ts";
import { createPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";
import { everybodyNotified } from "./settled.ts";

/** A signed-in person with everything that tests of announcements do all the time. */
export type Announcer = Awaited<ReturnType<typeof createAnnouncer>>;

export async function createAnnouncer(
  server: TestServer,
  name: string,
  more: { roles?: string[]; departments?: string[] } = {},
) {
  return announcerOf(server, await server.signIn(await createPerson(server.db, { name, ...more })));
}

function announcerOf(server: TestServer, signedIn: SignedIn) {
  const { client, user } = signedIn;
  const of = (announcementId: string) => ({ params: { announcementId } });
  const write = async (wanted: Partial<NewAnnouncement> = {}) =>
    (
      await client.call(routes.createAnnouncement, {
        body: { id: uuidv7(), title: "News", ...wanted },
      })
    ).announcement;
  const publish = async (row: { id: string; textVersion: number }, at: string | null = null) =>
    (
      await client.call(routes.publishAnnouncement, {
        ...of(row.id),
        body: { textVersion: row.textVersion, at },
      })
    ).announcement;
  return {
    ...signedIn,
    id: user.id,
    write,
    publish,
    /** Written and published at once. */
    announce: async (wanted: Partial<NewAnnouncement> = {}) => publish(await write(wanted)),
    change: async (
      row: { id: string; textVersion: number },
      change: Omit<AnnouncementChange, "textVersion">,
    ) =>
      (
        await client.call(routes.changeAnnouncement, {
          ...of(row.id),
          body: { textVersion: row.textVersion, ...change },
        })
      ).announcement,
    archive: async (id: string, changeId?: string) =>
      (await client.call(routes.archiveAnnouncement, { ...of(id), query: { changeId } })).announcement,
    withdraw: async (id: string, changeId?: string) =>
      (await client.call(routes.withdrawAnnouncement, { ...of(id), query: { changeId } })).announcement,
    undo: (changeId: string) => client.call(changeRoutes.undoChange, { params: { changeId } }),
    remove: (id: string) => client.call(routes.deleteAnnouncement, of(id)),
    open: async (id: string) => (await client.call(routes.getAnnouncement, of(id))).announcement,
    read: async (id: string) => (await client.call(routes.markAnnouncementRead, of(id))).readStatus,
    confirm: async (id: string, edition = 1) =>
      (await client.call(routes.confirmAnnouncement, { ...of(id), body: { edition } })).readStatus,
    list: async (query: RouteCall<typeof routes.listAnnouncements>["query"] = {}) =>
      (await client.call(routes.listAnnouncements, { query })).items,
    counts: () => client.call(routes.countAnnouncements, {}),
    reach: (departments: string[] = [], roles: string[] = []) =>
      client.call(routes.measureReach, { query: { departments: departments.join(), roles: roles.join() } }),
    summary: (id: string) => client.call(routes.getReadersSummary, of(id)),
    readers: async (id: string, query: RouteCall<typeof routes.listReaders>["query"] = {}) =>
      (await client.call(routes.listReaders, { ...of(id), query })).items,
    nudge: async (id: string, personIds: string[] | null = null) =>
      (await client.call(routes.nudgeReaders, { ...of(id), body: { personIds } })).nudged,
    /** The titles of the inbox, once everybody has been told, with a dot before what is unread. */
    inbox: async (): Promise<string[]> => {
      await everybodyNotified(server.db);
      const { items } = await client.call(notificationRoutes.listNotifications, { query: {} });
      return items.map(({ title, isRead }) => (isRead ? title : `• ${title}`));
    },
    /** Returns the refusal: the code, and the marked fields. */
    refused: async <R extends Route>(route: R, input: RouteCall<R>): Promise<string> => {
      const { error } = (await client.refused(route, input)).body;
      const fields = error.fields?.map(({ path }) => path).join() ?? "";
      return fields ? `${error.code}: ${fields}` : error.code;
    },
  };
}

/** The ids of departments by their names, and of roles. */
export async function idsByName(
  db: Database,
  table: "departments" | "roles",
): Promise<Record<string, string>> {
  const rows = await db.selectFrom(table).select(["id", "name"]).execute();
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}

/** An announcement as a row, published for everyone unless said otherwise. */
export async function createAnnouncementRow(
  db: Database,
  authorId: string,
  wanted: Partial<Insertable<Tables["announcements"]>> = {},
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("announcements")
    .values({
      id,
      title: "An announcement",
      author_id: authorId,
      status: "PUBLISHED",
      published_at: wanted.status === "DRAFT" ? null : sql<Date>`now()`,
      sent_hash: Buffer.from(id),
      ...wanted,
    })
    .execute();
  return id;
}
