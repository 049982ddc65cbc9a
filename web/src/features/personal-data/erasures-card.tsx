import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonErasure } from "@atoll/contract/personal-data/schemas";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useState } from "react";
import { counted } from "../../lib/counted.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { Button } from "../../ui/button/button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { ErasePersonDialog } from "./erase-person-dialog.tsx";

const erasuresKey = ["administration", "erasures"] as const;

/** How often the progress of an erasure is asked for. */
const progressMs = 2_000;

/** The erasures of people, the newest first, with their progress. */
function useErasures() {
  return useInfiniteQuery({
    queryKey: erasuresKey,
    queryFn: ({ pageParam, signal }) =>
      call(personalDataRoutes.listErasures, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? progressMs : false,
  });
}

const isRunning = ({ state }: PersonErasure): boolean => state === "running";

/** People who were erased, and how far that is. */
export function ErasuresCard() {
  const query = useErasures();
  const [isStarting, setIsStarting] = useState(false);
  const erasures = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <SettingCard
        end={
          <Button icon={UserX} onClick={() => setIsStarting(true)} size="sm">
            Erase a person
          </Button>
        }
        text="Removes a person whose account is disabled or deleted: name, address, picture, and what is only theirs. What they wrote goes, or stays without their name."
        title="Erased people"
      >
        {erasures ? (
          erasures.length > 0 ? (
            <>
              <ul aria-label="Erasures">
                {erasures.map((one) => (
                  <ErasureRow erasure={one} key={one.id} />
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-t p-3">
                  <Button
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                    size="sm"
                  >
                    Show more
                  </Button>
                </div>
              )}
            </>
          ) : (
            <div className="border-t">
              <EmptyState title="Nobody was erased">
                Disable an account first, then erase its person here.
              </EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {query.error ? (
              <LoadState query={query} />
            ) : (
              <RowSkeletons label="Loading erasures" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isStarting && <ErasePersonDialog onClose={() => setIsStarting(false)} />}
    </>
  );
}

function ErasureRow({ erasure }: { erasure: PersonErasure }) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call(personalDataRoutes.retryErasure, { params: { erasureId: erasure.id } }),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: erasuresKey }),
  });
  return (
    <SettingRow
      as="li"
      end={
        erasure.state === "failed" && (
          <Button loading={retry.isPending} onClick={() => retry.mutate()} size="sm">
            Try again
          </Button>
        )
      }
      icon={UserX}
      text={<span aria-live="polite">{describe(erasure)}</span>}
      title={`Started ${formatInstant(erasure.requestedAt)}${by(erasure)}`}
    />
  );
}

const by = ({ requestedBy }: PersonErasure): string =>
  requestedBy ? ` by ${requestedBy.name}` : " after a restore";

const failures: Record<NonNullable<PersonErasure["failure"]>, string> = {
  held: "Stopped: a legal hold keeps what this person wrote.",
  broken: "Failed. Try again: the log of the server says why.",
};

function describe(erasure: PersonErasure): string {
  const { state, failure, keepsTexts, stepsDone, stepsTotal, changeCount } = erasure;
  if (state === "failed") return failures[failure ?? "broken"];
  if (state === "running") return `Erasing: ${stepsDone} of ${stepsTotal} steps`;
  return `${keepsTexts ? "Erased; what they wrote stays" : "Erased with what they wrote"} · ${counted(changeCount, "change")}`;
}
