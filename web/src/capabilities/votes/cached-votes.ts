import type { VotedSubject, Votes } from "@atoll/contract/votes/schemas";

/** A thing's votes from events and responses, each with its version. */
export interface CachedVotes {
  count?: { value: number; version: number };
  isMine?: { value: boolean; version: number };
  /** The vote the viewer wants and the server has not confirmed. */
  wanted?: boolean;
}

export const voteKey = ({ kind, id }: VotedSubject): string => `${kind}/${id}`;

/** Pure: with what is newer; an event that comes late or twice changes nothing. */
export function addNewer(
  cached: CachedVotes,
  { version, count, isMine }: { version: number; count?: number; isMine?: boolean },
): CachedVotes {
  const takesCount = count !== undefined && version > (cached.count?.version ?? 0);
  const takesMine = isMine !== undefined && version > (cached.isMine?.version ?? 0);
  if (!takesCount && !takesMine) return cached;
  return {
    ...cached,
    ...(takesCount && { count: { value: count, version } }),
    ...(takesMine && { isMine: { value: isMine, version } }),
  };
}

/** Pure: what is shown: the newest of what was fetched and what was heard, with the viewer's own wish applied. */
export function displayedVotes(fetched: Votes, cached: CachedVotes | undefined): Votes {
  const heard = <Value>(one: { value: Value; version: number } | undefined, other: Value) =>
    one && one.version >= fetched.version ? one.value : other;
  const count = heard(cached?.count, fetched.count);
  const isMine = heard(cached?.isMine, fetched.isMine);
  const version = Math.max(fetched.version, cached?.count?.version ?? 0, cached?.isMine?.version ?? 0);
  const wanted = cached?.wanted ?? isMine;
  if (wanted === isMine) return { count, isMine, version };
  return { count: Math.max(0, count + (wanted ? 1 : -1)), isMine: wanted, version };
}
