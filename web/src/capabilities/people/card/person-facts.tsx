import { peopleRoutes } from "@atoll/contract/people/routes";
import { useQuery } from "@tanstack/react-query";
import { Clock, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { chosenPreferences } from "../../../lib/preferences.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { presenceNames } from "../../../ui/badge/presence-dot.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { authorName } from "../author-name.ts";
import { FormerColleague } from "../former-colleague.tsx";
import { GuestMark } from "../program-mark.tsx";
import { usePresenceOf } from "../use-presence.ts";
import { localTime } from "./local-time.ts";

/** Queries a person's profile. */
export function useProfile(personId: string) {
  return useQuery({
    queryKey: ["people", "profile", personId],
    queryFn: ({ signal }) => call(peopleRoutes.getProfile, { params: { personId } }, { signal }),
    staleTime: 60_000,
  });
}

export interface PersonFactsProps {
  personId: string;
  heading?: "h1" | "h2";
  /** The actions. None for a person who has left. */
  actions: ReactNode;
}

/** A person's picture, presence, departments, local time and email address. */
export function PersonFacts({ personId, heading: Heading = "h2", actions }: PersonFactsProps) {
  const presence = usePresenceOf(personId);
  const { data, error, refetch, isFetching } = useProfile(personId);
  const time = localTime(data?.profile.timeZone ?? null, useNow(), chosenPreferences());
  if (!data) {
    if (error) return <LoadState query={{ error, isFetching, refetch }} failure="Failed to fetch profile" />;
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
          <Heading className="wrap-anywhere font-semibold text-md">{name}</Heading>
          {profile.isGuest && <GuestMark />}
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
