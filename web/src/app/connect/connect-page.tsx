import { getRouteApi } from "@tanstack/react-router";
import { ConsentScreen } from "../../features/mcp/consent-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

const route = getRouteApi("/workspace/connect");

/** /connect: a program asks to act for the viewer (RFC 6749). */
export function ConnectPage() {
  usePageTitle("Connect a program");
  const search = route.useSearch();
  const parameter = (name: string) => (search[name] === undefined ? undefined : String(search[name]));
  return (
    <div className="page-pad mx-auto max-w-[560px]">
      <ConsentScreen
        request={{
          response_type: parameter("response_type"),
          client_id: parameter("client_id"),
          redirect_uri: parameter("redirect_uri"),
          scope: parameter("scope"),
          state: parameter("state"),
          code_challenge: parameter("code_challenge"),
          code_challenge_method: parameter("code_challenge_method"),
          resource: parameter("resource"),
        }}
      />
    </div>
  );
}
