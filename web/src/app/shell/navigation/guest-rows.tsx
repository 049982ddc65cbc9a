import { guestAccessRoutes } from "@atoll/contract/guest-access/routes";
import type { GuestThingKind } from "@atoll/contract/guest-access/things";
import { MailWarning } from "lucide-react";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { AreaPlace } from "../../area.ts";
import { NavRow, type NavRowProps } from "./nav-row.tsx";

const pages: Readonly<Record<GuestThingKind, string>> = {
  task: "/tasks",
  article: "/knowledge-base",
  event: "/calendar",
};

/** The areas in which a guest was invited to something. They come after the frame, which does without until then. */
export function GuestRows({
  places,
  onNavigate,
}: {
  places: readonly AreaPlace[];
  onNavigate?: (() => void) | undefined;
}) {
  const { data } = useLiveQuery({
    queryKey: ["guest-kinds"],
    queryFn: ({ signal }) => call(guestAccessRoutes.listGuestKinds, {}, { signal }),
    on: { "guest-thing.changed": refetch },
  });
  return data?.kinds
    .flatMap((kind) => places.find(({ path }) => path === pages[kind]) ?? [])
    .map((place) => (
      <li key={place.path}>
        <NavRow onNavigate={onNavigate} place={place} />
      </li>
    ));
}

/** The row of what was not sent. Its icon is no part of the first load. */
export function NotSentRow({ place, onNavigate }: NavRowProps) {
  return <NavRow onNavigate={onNavigate} place={{ ...place, icon: MailWarning }} />;
}
