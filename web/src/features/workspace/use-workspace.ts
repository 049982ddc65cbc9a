import { standardMaxFileBytes } from "@atoll/contract/files/limits";
import { type Workspace, workspaceRoutes } from "@atoll/contract/workspace/routes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { setTitleSuffix } from "../../lib/page-title.ts";
import { readAs, type Shape } from "../../lib/shape.ts";

const storageKey = "atoll.workspace";
const shape: Shape<Workspace> = {
  productName: "string",
  companyName: "string",
  version: "string",
  singleSignOn: "object|null",
  maxFileBytes: "number",
};
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
    return readAs(localStorage.getItem(storageKey), shape);
  } catch {
    return undefined;
  }
}
