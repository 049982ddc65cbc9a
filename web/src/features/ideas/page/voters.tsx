import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { refetch } from "../../../capabilities/live/follow-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useVotes } from "../../../capabilities/votes/use-votes.ts";
import { call } from "../../../lib/server/api-client.ts";
import { AvatarGroup } from "../../../ui/avatar/avatar-group.tsx";
import { RailSection } from "../../../ui/layout/side-rail.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { subjectOf, votesOf } from "../data/votes-of.ts";

const shownFaces = 7;

/** The voters, newest first. A press shows all of them. */
export function Voters({ idea }: { idea: OpenIdea }) {
  const { count } = useVotes(subjectOf(idea), votesOf(idea));
  const list = usePages({
    queryKey: ["ideas", "voters", idea.id],
    fetchPage: (cursor, options) =>
      call(
        voteRoutes.listVoters,
        { params: { kind: "idea", subjectId: idea.id }, query: { cursor } },
        options,
      ),
    keyOf: ({ id }) => id,
    on: { "votes.changed": (held, { subject }) => (subject.id === idea.id ? refetch() : held) },
  });
  const people = (list.items ?? []).map((person) => ({ ...person, name: authorName(person) }));
  return (
    <RailSection title="Voters" count={count}>
      {count === 0 ? (
        <p className="text-muted text-xs">Nobody has voted yet.</p>
      ) : (
        <Popover
          label="Voters"
          align="end"
          className="max-h-80 w-64 overflow-y-auto p-2"
          trigger={
            <button
              type="button"
              className="touch-reach relative flex rounded-full [--av-edge:var(--surface-sunken)]"
            >
              <AvatarGroup people={people.slice(0, shownFaces)} max={shownFaces} total={count} />
            </button>
          }
        >
          <PagedList
            list={list}
            failure="Failed to fetch voters"
            skeleton={<RowSkeletons label="Loading voters" mark={28} rowClassName="py-1" />}
            empty={null}
          >
            {(voters) => (
              <ul>
                {voters.map((person) => (
                  <li key={person.id} className="flex min-h-8 items-center gap-2 px-1">
                    <PersonAvatar person={person} decorative size={24} />
                    <span className="truncate">{authorName(person)}</span>
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </Popover>
      )}
    </RailSection>
  );
}
