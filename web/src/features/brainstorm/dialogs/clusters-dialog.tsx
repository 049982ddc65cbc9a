import type { NoteCluster } from "@atoll/contract/brainstorm/schemas";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { useDesk } from "../canvas/desk.tsx";
import { proposeClusters } from "../data/api.ts";

/** Notes that share words, as a proposal: nothing moves until somebody makes a group of them. */
export function ClustersDialog({ onClose }: { onClose: () => void }) {
  const { board, snapshot, actions, mayWrite } = useDesk();
  const query = useQuery({
    queryKey: ["brainstorm", "clusters", board.id],
    queryFn: () => proposeClusters(board.id),
    staleTime: 0,
    gcTime: 0,
  });
  const clusters = query.data?.clusters;
  function makeGroup({ words, noteIds }: NoteCluster): void {
    const right = Math.max(0, ...[...snapshot.items.values()].map(({ element }) => element.at[0]));
    const rows = Math.ceil(noteIds.length / 3);
    const frame = actions.addElement({
      kind: "frame",
      at: [right + 480, 0],
      size: [432, Math.max(290, 50 + rows * 122)],
      color: "lagoon",
      text: words.join(", "),
      stack: -1,
      frame: null,
      group: null,
    });
    for (const id of noteIds) actions.moveToGroup(id, frame);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Proposed Groups"
      description="Notes that share words. Nothing moves until you make a group."
      width={560}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {query.error ? (
        <ErrorState
          message={errorMessage(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : !clusters ? (
        <RowSkeletons label="Looking for groups" mark={28} rowClassName="py-1" />
      ) : clusters.length === 0 ? (
        <EmptyState title="No notes share enough words" />
      ) : (
        <ul className="flex flex-col gap-3">
          {clusters.map((cluster) => (
            <li key={cluster.noteIds.join()} className="rounded-md border p-3">
              <div className="flex items-center gap-2">
                <h3 className="min-w-0 flex-1 truncate font-semibold">{cluster.words.join(", ")}</h3>
                <Button size="sm" disabled={!mayWrite} onClick={() => makeGroup(cluster)}>
                  Make a group
                </Button>
              </div>
              <ul className="mt-1.5 list-disc pl-5 text-muted text-sm">
                {cluster.noteIds.map((id) => (
                  <li key={id}>{snapshot.items.get(id)?.element.text}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
