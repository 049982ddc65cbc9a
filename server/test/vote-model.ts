/** Models the expected state of `votes` with plain sets: who voted for what, and what was merged into what. */
export function createVoteModel(ids: readonly string[]) {
  const parent = new Map<string, string>();
  const votes = new Map(ids.map((id) => [id, new Set<string>()]));
  const rootOf = (id: string): string => {
    const above = parent.get(id);
    return above === undefined ? id : rootOf(above);
  };
  const treeOf = (root: string) => ids.filter((id) => rootOf(id) === root);
  const votersOf = (id: string) =>
    new Set(rootOf(id) === id ? treeOf(id).flatMap((one) => [...(votes.get(one) ?? [])]) : []);
  return {
    rootOf,
    votersOf,
    vote(person: string, id: string) {
      const root = rootOf(id);
      if (!votersOf(root).has(person)) votes.get(root)?.add(person);
    },
    withdraw(person: string, id: string) {
      for (const one of treeOf(rootOf(id))) votes.get(one)?.delete(person);
    },
    /** Whether it can be done, as the server decides. */
    merge(source: string, target: string): boolean {
      const root = rootOf(target);
      if (root === source) return false;
      if (rootOf(source) === root) return true;
      if (parent.has(source)) return false;
      parent.set(source, root);
      return true;
    },
    unmerge(id: string) {
      parent.delete(id);
    },
  };
}
