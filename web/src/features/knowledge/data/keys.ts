const all = ["knowledge"] as const;

/** Keys of the query cache. */
export const keys = {
  overview: [...all, "overview"] as const,
  obligations: [...all, "obligations"] as const,
  faq: [...all, "faq"] as const,
  tree: [...all, "tree"] as const,
  /** Parts of a tree that is too large to be fetched whole. */
  branches: [...all, "branches"] as const,
  branch: (of: object) => [...all, "branches", of] as const,
  below: (id: string) => [...all, "below", id] as const,
  neighbors: (id: string) => [...all, "neighbors", id] as const,
  mentions: (id: string) => [...all, "mentions", id] as const,
  opened: [...all, "open"] as const,
  open: (id: string) => [...all, "open", id] as const,
  draft: (id: string) => [...all, "draft", id] as const,
  deleted: [...all, "deleted"] as const,
  lists: [...all, "list"] as const,
  list: (of: object) => [...all, "list", of] as const,
  versions: (id: string) => [...all, "versions", id] as const,
  runs: (id: string) => [...all, "runs", id] as const,
  readers: (id: string, only: string) => [...all, "readers", id, only] as const,
  backlinks: (id: string) => [...all, "backlinks", id] as const,
  cards: [...all, "cards"] as const,
  images: [...all, "image"] as const,
  image: (fileId: string) => [...all, "image", fileId] as const,
  card: (of: string) => [...all, "cards", of] as const,
};
