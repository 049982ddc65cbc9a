import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import { mcpPath } from "@atoll/contract/mcp/tools";
import { tokenScopes } from "@atoll/contract/personal-tokens/areas";
import type { FastifyRequest } from "fastify";
import { ownAddress } from "../../../platform/http/own-address.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import type { SliceContext } from "../../../slice.ts";
import { assertOwner, describeDevice } from "../../identity/public.ts";
import { readMcpRules } from "../rules.ts";
import { answerAddress, checkRequest } from "./authorization-request.ts";
import { registerClient } from "./clients.ts";
import { connectProgram, disconnectProgram, listConnections } from "./connections.ts";
import { issueTokens, parameter, readForm, revokeByToken } from "./issue-tokens.ts";
import { describeRedirect } from "./redirects.ts";

/** Registers how programs are connected: discovery, registration, consent, tokens, and the list of a person. */
export function registerConnections({ routes, db, publicUrl }: SliceContext): void {
  const originOf = (request: FastifyRequest) => ownAddress(request, publicUrl);

  routes.route(connectionRoutes.getServerMetadata, async (_input, { request }) => {
    const origin = originOf(request);
    const { mayRegister } = await readMcpRules(db);
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/connect`,
      token_endpoint: `${origin}${connectionRoutes.issueTokens.path}`,
      ...(mayRegister && { registration_endpoint: `${origin}${connectionRoutes.registerClient.path}` }),
      revocation_endpoint: `${origin}${connectionRoutes.revokeProgramToken.path}`,
      scopes_supported: [...tokenScopes],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    };
  });

  for (const route of [connectionRoutes.getResourceMetadata, connectionRoutes.getRootResourceMetadata])
    routes.route(route, async (_input, { request }) => ({
      resource: `${originOf(request)}${mcpPath}`,
      resource_name: "Atoll",
      authorization_servers: [originOf(request)],
      bearer_methods_supported: ["header"],
      scopes_supported: [...tokenScopes],
    }));

  routes.route(connectionRoutes.registerClient, ({ body }) => registerClient(db, body));

  routes.route(connectionRoutes.issueTokens, (_input, { request }) =>
    issueTokens(db, readForm(rawBodyOf(request)), { origin: originOf(request), address: request.ip }),
  );

  routes.route(connectionRoutes.revokeProgramToken, async (_input, { request }) => {
    await revokeByToken(db, parameter(readForm(rawBodyOf(request)), "token"), request.ip);
    return {};
  });

  routes.route(connectionRoutes.checkConsent, async ({ body }, { request }) => {
    const checked = await checkRequest(db, body, originOf(request));
    if ("location" in checked) return checked;
    return {
      program: { name: checked.client.name, ...describeRedirect(checked.redirectAddress) },
      scopes: checked.scopes,
    };
  });

  routes.route(connectionRoutes.connectProgram, async ({ body }, { viewer, request }) => {
    const origin = originOf(request);
    const checked = await checkRequest(db, body.request, origin);
    if ("location" in checked) return checked;
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    // Never more than the program asked for.
    const scopes = checked.scopes.filter((scope) => body.scopes.includes(scope));
    if (scopes.length === 0)
      return { location: answerAddress(body.request, origin, { error: "invalid_scope" }) };
    const device = describeDevice(request.headers["user-agent"] ?? "");
    const code = await connectProgram(db, { ...viewer, address: request.ip }, { ...checked, scopes, device });
    return { location: answerAddress(body.request, origin, { code }) };
  });

  routes.route(connectionRoutes.refuseProgram, async ({ body }, { request }) => {
    const origin = originOf(request);
    const checked = await checkRequest(db, body, origin);
    if ("location" in checked) return checked;
    return { location: answerAddress(body, origin, { error: "access_denied" }) };
  });

  routes.route(connectionRoutes.listConnectedPrograms, async (_input, { viewer }) => ({
    programs: await listConnections(db, viewer.id),
  }));

  routes.route(connectionRoutes.disconnectProgram, async ({ params }, { viewer, request }) => {
    await disconnectProgram(db, { ...viewer, address: request.ip }, params.programId);
    return undefined;
  });
}
