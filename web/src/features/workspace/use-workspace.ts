import { standardMaxFileBytes } from "@atoll/contract/chat/schemas";
import { type Workspace, workspaceRoutes, workspaceSchema } from "@atoll/contract/workspace/routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { setTitleSuffix } from "../../lib/page-title.ts";

const storageKey = "atoll.workspace";
const unknown: Omit<Workspace, "version"> = {
  productName: "Atoll",
  companyName: "Atoll",
  singleSignOn: null,
  maxFileBytes: standardMaxFileBytes,
};

/** The names of the product and the company, and its sign-on. The last known stand in until the server has answered. */
export function useWorkspace(): Omit<Workspace, "version"> {
  const { data } = useQuery({
    queryKey: ["workspace"],
    queryFn: async ({ signal }) => remember(await call(workspaceRoutes.getWorkspace, {}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    initialData: lastKnown,
    initialDataUpdatedAt: 0,
  });
  const workspace = data ?? unknown;
  useEffect(() => setTitleSuffix(workspace.productName), [workspace.productName]);
  return workspace;
}

function remember(workspace: Workspace): Workspace {
  try {
    localStorage.setItem(storageKey, JSON.stringify(workspace));
  } catch {
    // Without storage the names appear a moment later, that is all.
  }
  return workspace;
}

function lastKnown(): Workspace | undefined {
  try {
    return workspaceSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null")).data;
  } catch {
    return undefined;
  }
}
