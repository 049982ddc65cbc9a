import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../lib/server/api-client.ts";
import { barOf, type Scale } from "./scale.ts";
import type { Span } from "./spans.ts";

export interface Dependency {
  blockedId: string;
  blockerId: string;
}

/** As many as one request takes. */
const atOnce = 100;

/** Returns which of these tasks wait for which other ones, as far as the viewer may see both. */
export function useDependencies(tasks: readonly Task[]): readonly Dependency[] {
  const blocked = tasks.filter(({ blockedBy }) => blockedBy > 0);
  const parts = Array.from({ length: Math.ceil(blocked.length / atOnce) }, (_, index) =>
    blocked.slice(index * atOnce, (index + 1) * atOnce),
  );
  return useQueries({
    queries: parts.map((part) => ({
      // A dependency that is added or removed gives its task another version.
      queryKey: ["tasks", "dependencies", part.map(({ id, version, blockedBy }) => [id, version, blockedBy])],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          taskListRoutes.listTaskDependencies,
          { query: { tasks: part.map(({ id }) => id).join() } },
          { signal },
        ),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    })),
    combine: joined,
  });
}

const joined = (results: readonly { data?: { dependencies: Dependency[] } | undefined }[]) =>
  results.flatMap(({ data }) => data?.dependencies ?? []);

/** A bar on the timeline, and the middle of its row. */
export interface Place {
  span: Span;
  y: number;
}

export interface LinksProps {
  dependencies: readonly Dependency[];
  places: ReadonlyMap<string, Place>;
  scale: Scale;
  height: number;
}

/** The arrows from the end of each task to the start of those that wait for it. In the warning colour, one starts too early. */
export function Links({ dependencies, places, scale, height }: LinksProps) {
  const arrows = useMemo(
    () =>
      dependencies.flatMap(({ blockedId, blockerId }) => {
        const [blocker, blocked] = [places.get(blockerId), places.get(blockedId)];
        if (!blocker || !blocked) return [];
        const bar = barOf(scale, blocker.span);
        const from = { x: bar.left + bar.width, y: blocker.y };
        const to = { x: barOf(scale, blocked.span).left, y: blocked.y };
        const isEarly = blocked.span.from < blocker.span.to;
        return [{ key: `${blockerId}${blockedId}`, path: pathBetween(from, to), to, isEarly }];
      }),
    [dependencies, places, scale],
  );
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0"
      height={height}
      width={scale.width}
    >
      {arrows.map(({ key, path, to, isEarly }) => (
        <g
          className={isEarly ? "text-warning-bright" : "text-faint"}
          data-early={isEarly || undefined}
          key={key}
        >
          <path d={path} fill="none" stroke="currentColor" strokeWidth={isEarly ? 2 : 1.25} />
          <path d={`M${to.x},${to.y} l-6,-3.5 v7 z`} fill="currentColor" />
        </g>
      ))}
    </svg>
  );
}

/** Beyond the ends of the bars. */
const turn = 8;

function pathBetween(from: { x: number; y: number }, to: { x: number; y: number }): string {
  if (to.x >= from.x + 2 * turn) return `M${from.x},${from.y} H${from.x + turn} V${to.y} H${to.x - 4}`;
  const between = from.y + (to.y > from.y ? 1 : -1) * 15;
  return `M${from.x},${from.y} h${turn} V${between} H${to.x - turn} V${to.y} h${turn - 4}`;
}
