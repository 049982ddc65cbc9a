import { peopleRoutes } from "@atoll/contract/people/routes";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/server/api-client.ts";

/** As the server takes them at once. */
const maxAtOnce = 100;
/** Rows that are drawn together ask together. */
const gatherMs = 20;
const staleMs = 10 * 60_000;

type Departments = readonly string[];

/** The names of a person's departments. Many are asked for by one request. */
export function departmentsQuery(personId: string) {
  return queryOptions({
    queryKey: ["people", "departments", personId],
    queryFn: () => ask(personId),
    staleTime: staleMs,
    retry: false,
  });
}

let gathered = new Map<string, PromiseWithResolvers<Departments>>();

function ask(personId: string): Promise<Departments> {
  const known = gathered.get(personId);
  if (known) return known.promise;
  const answer = Promise.withResolvers<Departments>();
  gathered.set(personId, answer);
  if (gathered.size === 1) setTimeout(send, gatherMs);
  if (gathered.size === maxAtOnce) send();
  return answer.promise;
}

function send(): void {
  const asked = gathered;
  gathered = new Map();
  if (asked.size === 0) return;
  call(peopleRoutes.listProfiles, { query: { ids: [...asked.keys()].join(",") } }).then(
    ({ profiles }) => {
      const found = new Map(profiles.map(({ id, departments }) => [id, departments.map(({ name }) => name)]));
      // People who do not exist or have left have no departments.
      for (const [id, { resolve }] of asked) resolve(found.get(id) ?? []);
    },
    (error: unknown) => {
      for (const { reject } of asked.values()) reject(error);
    },
  );
}
