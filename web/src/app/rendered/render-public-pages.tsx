import { standardMaxFileBytes } from "@atoll/contract/files/limits";
import {
  allVariants,
  departmentsInWords,
  type PublicPageState,
  type PublicPath,
  placeholders,
  variantOf,
} from "@atoll/contract/workspace/public-pages";
import { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { workspaceQuery } from "../../features/workspace/use-workspace.ts";
import { setPublicPage } from "../../lib/page/public-page.ts";
import { Providers } from "../providers.tsx";
import { aroundPages, landingRoute, loginRoute } from "../public-routes.ts";
import { parseSearch, stringifySearch } from "../search-params.ts";
import { rootRoute } from "../workspace-route.ts";

export { renderFramePicture } from "./frame-picture.tsx";

/** Renders all variants of a public page, by their names. It runs in the build. */
export async function renderVariants(path: PublicPath): Promise<Record<string, string>> {
  const variants: Record<string, string> = {};
  for (const state of allVariants(path, standardMaxFileBytes))
    variants[variantOf(state)] = await renderPage(state);
  return variants;
}

// The router renders as in a browser, so that the tree is the same. It names itself there.
Object.assign(globalThis, { self: globalThis });

async function renderPage(state: PublicPageState): Promise<string> {
  setPublicPage(state);
  const queryClient = new QueryClient();
  queryClient.setQueryData(workspaceQuery.queryKey, { ...state.workspace, version: "" });
  const router = createRouter({
    routeTree: rootRoute.addChildren([landingRoute, loginRoute]),
    context: { areas: [] },
    history: createMemoryHistory({ initialEntries: [state.path] }),
    ...{ parseSearch, stringifySearch },
    origin: "http://localhost",
    ...aroundPages,
  });
  await router.load();
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Providers queryClient={queryClient} router={router} />
    </StrictMode>,
    {
      onError(error) {
        throw error;
      },
    },
  );
  const html = await textOf(prelude);
  queryClient.clear();
  return html
    .replace(/^(<link rel="preload"[^>]*>)+/, "")
    .replace(departmentsInWords(state.workspace.departmentCount), placeholders.departments);
}

async function textOf(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stream)
    text += typeof part === "string" ? part : decoder.decode(part, { stream: true });
  return text;
}
