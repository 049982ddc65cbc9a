import type { BoardNote, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../lib/server/api-client.ts";
import type { CanvasSnapshot } from "../canvas/board-canvas.ts";

/** So many are asked for at once. */
const mostPeople = 100;

/** The people who are named on a board, by id. */
export function usePeopleOfBoard(
  board: OpenBoard,
  { items }: CanvasSnapshot,
  notes: readonly BoardNote[],
): ReadonlyMap<string, Person> {
  const ids = useMemo(() => {
    const authors = [...items.values()].flatMap(({ authorId }) => authorId ?? []);
    const reactors = notes.flatMap(({ reactions }) => reactions.flatMap(({ userIds }) => userIds));
    return [...new Set([...authors, ...reactors])].slice(0, mostPeople).sort();
  }, [items, notes]);
  const key = ids.join(",");
  const { data } = useQuery({
    queryKey: ["brainstorm", "authors", key],
    queryFn: ({ signal }) => call(peopleRoutes.listProfiles, { query: { ids: key } }, { signal }),
    enabled: key !== "",
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const named = [
      board.owner,
      ...board.people,
      ...board.writers.map(({ person }) => person),
      ...(data?.profiles ?? []),
    ];
    return new Map(named.map((person) => [person.id, person]));
  }, [board.owner, board.people, board.writers, data]);
}
