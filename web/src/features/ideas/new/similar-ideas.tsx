import { ideaRoutes } from "@atoll/contract/ideas/routes";
import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useQuery } from "@tanstack/react-query";
import { SimilarBox } from "../../../capabilities/similar/similar-section.tsx";
import { useVotes } from "../../../capabilities/votes/use-votes.ts";
import { VoteControl } from "../../../capabilities/votes/vote-control.tsx";
import { counted } from "../../../lib/counted.ts";
import { call } from "../../../lib/server/api-client.ts";
import { Marked } from "../../../ui/base/marked.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { subjectOf, votesOf } from "../data/votes-of.ts";
import { authorOf } from "../data/words.ts";
import { StatusBadge } from "../status-badge.tsx";

export interface SimilarIdeasProps {
  hits: readonly Hit[];
  /** The viewer votes for one of them instead. */
  onVote: (idea: OpenIdea) => void;
}

/** Ideas that say nearly the same, with the votes that they have: a vote there is worth more than another idea. */
export function SimilarIdeas({ hits, onVote }: SimilarIdeasProps) {
  return (
    <SimilarBox
      title="This may already be here"
      hits={hits}
      renderHit={(hit) => <SimilarIdea key={hit.id} hit={hit} onVote={onVote} />}
    />
  );
}

function SimilarIdea({ hit, onVote }: { hit: Hit } & Pick<SimilarIdeasProps, "onVote">) {
  const { data } = useQuery({
    queryKey: ["ideas", "similar", hit.id],
    queryFn: ({ signal }) => call(ideaRoutes.getIdea, { params: { ideaId: hit.id } }, { signal }),
    retry: false,
    staleTime: 30_000,
  });
  return (
    <li className="flex min-h-15 items-center gap-3 border-t py-2 first:border-t-0">
      {data ? <Found idea={data.idea} hit={hit} onVote={onVote} /> : <Title hit={hit} />}
    </li>
  );
}

function Found({ idea, hit, onVote }: { idea: OpenIdea; hit: Hit } & Pick<SimilarIdeasProps, "onVote">) {
  const { isMine, toggle } = useVotes(subjectOf(idea), votesOf(idea));
  const mayVote = !idea.isLocked && !idea.isHidden;
  function vote() {
    toggle();
    onVote(idea);
  }
  return (
    <>
      <VoteControl
        subject={subjectOf(idea)}
        votes={votesOf(idea)}
        label={idea.title}
        mayVote={false}
        size="sm"
      />
      <div className="min-w-0 flex-1">
        <Title hit={hit} />
        <p className="mt-0.5 flex min-w-0 items-center gap-2 text-muted text-xs">
          <StatusBadge status={idea.status} />
          <span className="truncate">
            {authorOf(idea)}, {counted(idea.commentCount, "comment")}
          </span>
        </p>
      </div>
      {isMine ? (
        <span className="flex-none text-muted text-xs">You voted</span>
      ) : (
        mayVote && (
          <Button size="sm" onClick={vote} aria-label={`Add my vote to ${idea.title}`}>
            Add my vote
          </Button>
        )
      )}
    </>
  );
}

/** The title with what it shares with the text that is typed. */
function Title({ hit: { title } }: { hit: Hit }) {
  return (
    <p className="min-w-0 font-medium md:truncate">
      <Marked {...title} />
    </p>
  );
}
