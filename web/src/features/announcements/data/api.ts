import { announcementRoutes as routes } from "@atoll/contract/announcements/routes";
import type { AnnouncementChange, NewAnnouncement } from "@atoll/contract/announcements/schemas";
import { call } from "../../../lib/server/api-client.ts";

const of = (announcementId: string) => ({ params: { announcementId } });

export async function createAnnouncement(body: NewAnnouncement) {
  return (await call(routes.createAnnouncement, { body })).announcement;
}

export async function changeAnnouncement(id: string, body: AnnouncementChange) {
  return (await call(routes.changeAnnouncement, { ...of(id), body })).announcement;
}

/** @param at as an instant; null: at once. */
export async function publishAnnouncement(id: string, textVersion: number, at: string | null) {
  return (await call(routes.publishAnnouncement, { ...of(id), body: { textVersion, at } })).announcement;
}

export const deleteAnnouncement = (id: string) => call(routes.deleteAnnouncement, of(id));

export async function markRead(id: string) {
  return (await call(routes.markAnnouncementRead, of(id))).readStatus;
}

export async function confirmAnnouncement(id: string, edition: number) {
  return (await call(routes.confirmAnnouncement, { ...of(id), body: { edition } })).readStatus;
}

export const nudgeReaders = (id: string, personIds: string[] | null) =>
  call(routes.nudgeReaders, { ...of(id), body: { personIds } });
