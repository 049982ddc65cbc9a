import { standardMaxFileBytes } from "@atoll/contract/files/limits";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import type { Workspace } from "@atoll/contract/workspace/workspace-schemas";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { setTitleSuffix } from "../../lib/page/page-title.ts";
import { call } from "../../lib/server/api-client.ts";
import { readAs, type Shape } from "../../lib/shape.ts";

/** public/theme-boot.js reads the same key. */
const storageKey = "atoll.workspace";
const shape: Shape<Workspace> = {
  productName: "string",
  companyName: "string",
  windowName: "string",
  logo: "string|null",
  style: "string",
  version: "string",
  singleSignOn: "object|null",
  saml: "object|null",
  passkeySite: "string|null",
  isMailOn: "boolean",
  departmentCount: "number",
  hasInitialDepartments: "boolean",
  maxFileBytes: "number",
};
const unknown: Omit<Workspace, "version"> = {
  productName: "Atoll",
  companyName: "Atoll",
  windowName: "Atoll",
  logo: null,
  style: "",
  singleSignOn: null,
  saml: null,
  passkeySite: null,
  isMailOn: false,
  departmentCount: 5,
  hasInitialDepartments: true,
  maxFileBytes: standardMaxFileBytes,
};

/** How the query cache asks for it: `useLiveWorkspace` follows it, too. */
export const workspaceQuery = {
  queryKey: ["workspace"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(workspaceRoutes.getWorkspace, {}, { signal }),
};

/** The names and the looks of the product and the company. The last known stand in until the server has answered. */
export function useWorkspace(): Omit<Workspace, "version"> {
  const { data } = useQuery({
    ...workspaceQuery,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: lastKnown,
    initialDataUpdatedAt: 0,
  });
  const workspace = data ?? unknown;
  useEffect(() => setTitleSuffix(workspace.windowName), [workspace.windowName]);
  useEffect(() => {
    // public/theme-boot.js keeps it for the next visit, and lays the company's colour over the page.
    if (data) dispatchEvent(new CustomEvent("atoll.workspace", { detail: data }));
  }, [data]);
  return workspace;
}

function lastKnown(): Workspace | undefined {
  try {
    return readAs(localStorage.getItem(storageKey), shape);
  } catch {
    return undefined;
  }
}
