import { peopleRoutes } from "@atoll/contract/people/routes";
import { useQuery } from "@tanstack/react-query";
import { Clock, Mail } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { chosenPreferences } from "../../../lib/preferences.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { presenceNames } from "../../../ui/badge/presence-dot.tsx";
import { PopoverPopup } from "../../../ui/popup/popover-popup.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { authorName } from "../author-name.ts";
import { FormerColleague } from "../former-colleague.tsx";
import { onShowPerson, personAttribute } from "../person-mark.ts";
import { usePresenceOf } from "../use-presence.ts";
import { localTime } from "./local-time.ts";

export interface PersonCardsProps {
  /** What can be done with the person, below; `close` closes the card. */
  actions: (personId: string, close: () => void) => ReactNode;
}

/** Opens a card of a person from wherever their name, picture or a call of them stands on the page. */
export function PersonCards({ actions }: PersonCardsProps) {
  const anchor = useRef<HTMLElement | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const mark = target instanceof Element ? target.closest<HTMLElement>(`[${personAttribute}]`) : null;
      const personId = mark?.getAttribute(personAttribute);
      if (!mark || !personId) return;
      // In a link or a button that leads elsewhere a name is only its label; a dialog would take the card for outside.
      if (mark.parentElement?.closest("a, button, [role=option], [role=menuitem], [role=dialog]")) return;
      // What ends on a name may be the choice of a text.
      if (document.getSelection()?.isCollapsed === false) return;
      open(personId, mark);
    };
    function open(personId: string, beside: HTMLElement): void {
      anchor.current = beside;
      setShown(personId);
      setOpen(true);
    }
    const stop = onShowPerson(open);
    document.addEventListener("click", onClick);
    return () => {
      stop();
      document.removeEventListener("click", onClick);
    };
  }, []);
  if (shown === null) return null;
  return (
    <PopoverPopup
      key={shown}
      anchor={anchor}
      open={isOpen}
      onOpenChange={setOpen}
      label="Colleague"
      align="start"
      className="w-72"
    >
      <Card personId={shown} actions={actions(shown, () => setOpen(false))} />
    </PopoverPopup>
  );
}

function Card({ personId, actions }: { personId: string; actions: ReactNode }) {
  const presence = usePresenceOf(personId);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["people", "profile", personId],
    queryFn: ({ signal }) => call(peopleRoutes.getProfile, { params: { personId } }, { signal }),
    staleTime: 60_000,
  });
  const time = localTime(data?.profile.timeZone ?? null, useNow(), chosenPreferences());
  if (!data) {
    if (error)
      return (
        <ErrorState
          message={errorMessage(error, "Failed to fetch profile")}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      );
    return (
      <SkeletonGroup label="Loading the person" className="flex items-center gap-3">
        <Skeleton width={64} height={64} round />
        <Skeleton width={140} />
      </SkeletonGroup>
    );
  }
  const { profile } = data;
  const name = authorName(profile);
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar
          decorative
          userId={profile.id}
          picture={profile.avatar}
          name={name}
          size={64}
          {...(presence && { presence })}
        />
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-base">{name}</h2>
          {profile.isFormer ? (
            <FormerColleague />
          ) : (
            <p className="text-muted text-xs">{presence ? presenceNames[presence] : "\u00a0"}</p>
          )}
        </div>
      </div>
      {profile.departments.length > 0 && (
        <ul aria-label="Departments" className="mt-3 flex flex-wrap gap-1.5">
          {profile.departments.map(({ id, slug, name: department }) => (
            <li key={id} className="flex min-w-0">
              <DepartmentBadge department={slug} name={department} />
            </li>
          ))}
        </ul>
      )}
      {time && (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <Clock className="size-4 flex-none text-faint" aria-hidden="true" />
          {time} local time
        </p>
      )}
      {profile.email !== "" && (
        <p className="mt-2 flex min-w-0 items-center gap-2 text-sm">
          <Mail className="size-4 flex-none text-faint" aria-hidden="true" />
          <a className="truncate text-primary-text hover:underline" href={`mailto:${profile.email}`}>
            {profile.email}
          </a>
        </p>
      )}
      {!profile.isFormer && actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </>
  );
}
