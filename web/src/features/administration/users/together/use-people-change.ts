import type { AdminUser } from "@atoll/contract/administration/schemas";
import { useMutation } from "@tanstack/react-query";
import { countPeople } from "../../../../lib/counted.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { changePeople, type PeopleChange, type PersonOutcome, useRefreshAdministration } from "../api.ts";

export interface PeopleWork {
  run: (people: readonly AdminUser[], change: PeopleChange) => void;
  isBusy: boolean;
  /** Why nothing of it could be done. */
  error: string | undefined;
  /** The outcome for each person, if some were refused. */
  outcomes: readonly PersonOutcome[] | undefined;
  forget: () => void;
}

/**
 * Makes the same change to all of these people. Those who were refused stay selected, and are listed with the reason.
 */
export function usePeopleChange({ onDone, onKeep }: PeopleWorkOptions): PeopleWork {
  const refresh = useRefreshAdministration();
  const work = useMutation({
    mutationFn: async ({ people, change }: { people: readonly AdminUser[]; change: PeopleChange }) => {
      const outcomes = await changePeople(
        people.map(({ id }) => id),
        change,
      );
      const nameOf = new Map(people.map(({ id, name }) => [id, name]));
      // A person who has since been deleted is still known here.
      return outcomes.map((one) => ({ ...one, name: one.name || (nameOf.get(one.userId) ?? "") }));
    },
    onSuccess: (outcomes) => {
      const refused = outcomes.filter(({ fate }) => fate === "refused");
      onDone();
      onKeep(new Set(refused.map(({ userId }) => userId)));
      if (refused.length === 0) say(outcomes.filter(({ fate }) => fate === "changed").length);
    },
    onSettled: refresh,
  });
  return {
    run: (people, change) => work.mutate({ people, change }),
    isBusy: work.isPending,
    error: work.error ? `Failed to update users: ${errorMessage(work.error)}` : undefined,
    outcomes: work.data?.some(({ fate }) => fate === "refused") ? work.data : undefined,
    forget: work.reset,
  };
}

interface PeopleWorkOptions {
  /** Once the server has answered. */
  onDone: () => void;
  /** Sets the people who stay selected. */
  onKeep: (ids: ReadonlySet<string>) => void;
}

function say(changedCount: number): void {
  if (changedCount === 0) notify.info("No changes: all of them are set already");
  else notify.success(`${countPeople(changedCount)} changed`);
}
