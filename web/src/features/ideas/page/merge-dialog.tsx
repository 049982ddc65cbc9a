import { type IdeaStatus, ideaStatuses } from "@atoll/contract/ideas/limits";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { useSimilarSearch } from "../../../capabilities/similar/use-similar.ts";
import { mergeInto, unmerge } from "../../../capabilities/votes/wire.ts";
import { counted } from "../../../lib/counted.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { subjectOf } from "../data/votes-of.ts";
import { statusNames } from "../data/words.ts";
import { StatusRing } from "../status-badge.tsx";

const mostFound = 8;
const pauseMs = 200;

interface Target {
  id: string;
  title: string;
  voteCount: number;
  status: IdeaStatus;
}

/** Chooses the idea that this one becomes part of. Until the viewer types, ideas like this one come first. */
export function MergeDialog({ idea, onClose }: { idea: OpenIdea; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const [target, setTarget] = useState<Target | null>(null);
  const title = useDebounced(text.trim(), pauseMs);
  const search = useQuery({
    queryKey: ["ideas", "to-merge", title],
    queryFn: ({ signal }) =>
      call(
        ideaRoutes.listIdeas,
        { query: { title, status: ideaStatuses.join(), limit: mostFound + 1 } },
        { signal },
      ),
  });
  const like = useSimilarSearch(idea.title, { kinds: ["idea"], exceptId: idea.id });
  const similar = title === "" ? like.hits.flatMap(targetOf).slice(0, mostFound) : [];
  const taken = new Set([idea.id, ...similar.map(({ id }) => id)]);
  const others: readonly Target[] = (search.data?.items ?? []).filter(({ id }) => !taken.has(id));
  // Rows never move under the pointer: none are shown until the similar ones are there.
  const isLoading = search.isFetching || (title === "" && like.isSearching);
  const found = title === "" && like.isSearching ? [] : [...similar, ...others].slice(0, mostFound);
  const merge = useMutation({
    mutationFn: (targetId: string) => mergeInto(subjectOf(idea), targetId),
    onSuccess() {
      const refetch = () => queryClient.invalidateQueries({ queryKey: ["ideas"] });
      offerUndo("idea", `Merged into “${target?.title ?? ""}”`, () => unmerge(subjectOf(idea)).then(refetch));
      // Its page is now that of the other idea.
      void refetch();
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title="Merge into another idea"
      description={`The votes and followers of “${idea.title}” move with it. You can take it out again later.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!target}
            loading={merge.isPending}
            onClick={() => target && merge.mutate(target.id)}
          >
            Merge
          </Button>
        </>
      }
    >
      {merge.error && (
        <InlineAlert tone="error">{errorMessage(merge.error, "Failed to merge the ideas")}</InlineAlert>
      )}
      {target && (
        <p>
          Into <b className="font-semibold">{target.title}</b>, {counted(target.voteCount, "vote")}
        </p>
      )}
      <SearchList
        label="Find an idea"
        listLabel="Ideas"
        text={text}
        onTextChange={setText}
        query={text}
        options={found.map(({ id, title: name, voteCount, status }) => ({
          id,
          title: name,
          mark: <StatusRing status={status} />,
          detail: `${similar.some((one) => one.id === id) ? "Similar · " : ""}${counted(voteCount, "vote")} · ${statusNames[status]}`,
        }))}
        onChoose={(id) => setTarget(found.find((one) => one.id === id) ?? null)}
        loading={isLoading}
        error={search.error ? errorMessage(search.error) : null}
        onRetry={() => void search.refetch()}
        empty={title === "" ? "" : `No results found for "${title}"`}
      />
    </Dialog>
  );
}

function targetOf({ id, title, detail }: Hit): Target[] {
  if (detail.kind !== "idea") return [];
  return [{ id, title: title.text, voteCount: detail.voteCount, status: detail.status }];
}
