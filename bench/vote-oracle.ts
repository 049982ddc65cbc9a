/** The votes that a few things should have after any acts: who voted where, and what was merged into what. */
export function createVoteOracle(ids: readonly string[]) {
  const mergedInto = new Map<string, string>();
  /** For each thing the people whose vote was cast at it, wherever it counts now. */
  const castAt = new Map(ids.map((id) => [id, new Set<string>()]));
  const rootOf = (id: string): string => {
    const next = mergedInto.get(id);
    return next === undefined ? id : rootOf(next);
  };
  const votersOf = (root: string) =>
    new Set(ids.filter((id) => rootOf(id) === root).flatMap((id) => [...(castAt.get(id) ?? [])]));
  return {
    rootOf,
    votersOf,
    vote(personId: string, id: string): void {
      if (!votersOf(rootOf(id)).has(personId)) castAt.get(rootOf(id))?.add(personId);
    },
    withdraw(personId: string, id: string): void {
      for (const one of ids) if (rootOf(one) === rootOf(id)) castAt.get(one)?.delete(personId);
    },
    /** Returns whether the server should accept it. */
    merge(source: string, target: string): boolean {
      const root = rootOf(target);
      if (source === root) return false;
      if (mergedInto.has(source)) return rootOf(source) === root;
      mergedInto.set(source, root);
      return true;
    },
    unmerge(id: string): void {
      mergedInto.delete(id);
    },
  };
}
