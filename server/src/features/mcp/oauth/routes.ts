import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import { mcpPath, scopesOfTools } from "@atoll/contract/mcp/tools";
import { coversScope, tokenScopes } from "@atoll/contract/personal-tokens/areas";
import type { FastifyRequest } from "fastify";
import { ownAddress } from "../../../platform/http/own-address.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import type { SliceContext } from "../../../slice.ts";
import { assertAdministrator, assertOwner, describeDevice } from "../../identity/public.ts";
import { readMcpRules } from "../rules.ts";
import { listAllConnections, listBlockedPrograms, setProgramBlocked } from "./administer-programs.ts";
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
    const { mayRegister, blockedTools } = await readMcpRules(db);
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/connect`,
      token_endpoint: `${origin}${connectionRoutes.issueTokens.path}`,
      ...(mayRegister && { registration_endpoint: `${origin}${connectionRoutes.registerClient.path}` }),
      revocation_endpoint: `${origin}${connectionRoutes.revokeProgramToken.path}`,
      scopes_supported: scopesOfTools(blockedTools),
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
      scopes_supported: scopesOfTools((await readMcpRules(db)).blockedTools),
    }));

  routes.route(connectionRoutes.registerClient, ({ body }) => registerClient(db, body));

  routes.route(connectionRoutes.issueTokens, (_input, { request }) =>
    issueTokens(db, readForm(rawBodyOf(request)), { origin: originOf(request), address: request.ip }),
  );

  routes.route(connectionRoutes.revokeProgramToken, async (_input, { request }) => {
    await revokeByToken(db, parameter(readForm(rawBodyOf(request)), "token"), request.ip);
    return {};
  });

  routes.route(connectionRoutes.checkConsent, async ({ body }, { viewer, request }) => {
    const { client, redirectAddress, scopes, error } = await checkRequest(
      db,
      viewer.id,
      body,
      originOf(request),
    );
    return { program: { name: client.name, ...describeRedirect(redirectAddress) }, scopes, error };
  });

  routes.route(connectionRoutes.connectProgram, async ({ body }, { viewer, request }) => {
    const origin = originOf(request);
    const checked = await checkRequest(db, viewer.id, body.request, origin);
    // Never more than the program asked for, and no scope to read next to one to write.
    const scopes = tokenScopes.filter(
      (scope) =>
        body.scopes.includes(scope) &&
        coversScope(checked.scopes, scope) &&
        !body.scopes.some((other) => other !== scope && other === scope.replace(/:read$/, ":write")),
    );
    const error = checked.error ?? (scopes.length === 0 ? "invalid_scope" : null);
    if (error) return { location: answerAddress(body.request, origin, { error }) };
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const device = describeDevice(request.headers["user-agent"] ?? "");
    const code = await connectProgram(
      db,
      { ...viewer, address: request.ip },
      { ...checked, id: body.id, scopes, device },
    );
    return { location: answerAddress(body.request, origin, { code }) };
  });

  routes.route(connectionRoutes.refuseProgram, async ({ body }, { viewer, request }) => {
    const origin = originOf(request);
    const { error } = await checkRequest(db, viewer.id, body, origin);
    return { location: answerAddress(body, origin, { error: error ?? "access_denied" }) };
  });

  routes.route(connectionRoutes.listConnectedPrograms, async (_input, { viewer }) => ({
    programs: await listConnections(db, viewer.id),
  }));

  routes.route(connectionRoutes.disconnectProgram, async ({ params }, { viewer, request }) => {
    await disconnectProgram(db, { ...viewer, address: request.ip }, params.programId, "own");
    return undefined;
  });

  routes.route(connectionRoutes.listAllConnections, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return listAllConnections(db, query);
  });

  routes.route(connectionRoutes.endAnyConnection, async ({ params }, { viewer, request }) => {
    assertAdministrator(viewer);
    await disconnectProgram(db, { ...viewer, address: request.ip }, params.programId, "everyone");
    return undefined;
  });

  routes.route(connectionRoutes.listBlockedPrograms, async (_input, { viewer }) => {
    assertAdministrator(viewer);
    return listBlockedPrograms(db);
  });

  for (const [route, isBlocked] of [
    [connectionRoutes.blockProgram, true],
    [connectionRoutes.allowProgram, false],
  ] as const)
    routes.route(route, async ({ params }, { viewer, request }) => {
      assertAdministrator(viewer);
      const change = { ...params, isBlocked };
      await setProgramBlocked(db, { ...viewer, address: request.ip }, change);
      return undefined;
    });
}
