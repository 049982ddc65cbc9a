import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  authorizationRequestSchema,
  clientMetadataSchema,
  connectedProgramSchema,
  consentSchema,
  locationSchema,
  newConnectionSchema,
  registeredClientSchema,
  resourceMetadataSchema,
  serverMetadataSchema,
  tokenAnswerSchema,
} from "./oauth-schemas.ts";

/** Requests of programs, each before it holds a token. */
const ofProgram = { access: "public", errorKind: "oauth" } as const;
const discovery = {
  method: "GET",
  access: "public",
  rateLimit: rateLimits.publicRead,
  status: 200,
  errors: [],
} as const;
const unusable = ["oauth_unknown_client", "oauth_unknown_redirect"] as const;

/** How programs that speak MCP are connected: OAuth 2.1 for public clients, and the consent of a person. */
export const connectionRoutes = {
  getServerMetadata: defineRoute({
    ...discovery,
    path: "/.well-known/oauth-authorization-server",
    summary: "Get where and how programs are connected (RFC 8414).",
    response: serverMetadataSchema,
  }),
  getResourceMetadata: defineRoute({
    ...discovery,
    path: "/.well-known/oauth-protected-resource/api/mcp",
    summary: "Get where programs get a token for the MCP endpoint (RFC 9728).",
    response: resourceMetadataSchema,
  }),
  getRootResourceMetadata: defineRoute({
    ...discovery,
    path: "/.well-known/oauth-protected-resource",
    summary: "Get the same, for programs that do not look below the path.",
    response: resourceMetadataSchema,
  }),
  registerClient: defineRoute({
    ...ofProgram,
    method: "POST",
    path: "/api/oauth/clients",
    summary: "Register a program (RFC 7591). One that nobody connects is deleted after a day.",
    rateLimit: { max: 100, windowSeconds: 600, by: "address" },
    body: clientMetadataSchema,
    status: 201,
    response: registeredClientSchema,
    errors: ["oauth_registration_off", "oauth_invalid_redirect_uri", "oauth_registration_full"],
  }),
  issueTokens: defineRoute({
    ...ofProgram,
    method: "POST",
    path: "/api/oauth/token",
    summary:
      "Exchange an authorization code or a refresh token, each of which works once. A second use ends the connection.",
    rateLimit: { max: 600, windowSeconds: 60, by: "address" },
    bodyKind: "raw",
    status: 200,
    response: tokenAnswerSchema,
    errors: [
      "oauth_invalid_request",
      "oauth_invalid_grant",
      "oauth_invalid_scope",
      "oauth_invalid_target",
      "oauth_unsupported_grant_type",
    ],
  }),
  revokeProgramToken: defineRoute({
    ...ofProgram,
    method: "POST",
    path: "/api/oauth/revocation",
    summary:
      "End a connection by one of its tokens (RFC 7009). Answers the same for a text that is no token.",
    rateLimit: { max: 600, windowSeconds: 60, by: "address" },
    bodyKind: "raw",
    status: 200,
    response: z.object({}),
    errors: ["oauth_invalid_request"],
  }),
  checkConsent: defineRoute({
    method: "POST",
    path: "/api/connected-programs/consent",
    summary: "Check the request of a program, for the consent page.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: authorizationRequestSchema,
    status: 200,
    response: consentSchema,
    errors: unusable,
  }),
  connectProgram: defineRoute({
    method: "POST",
    path: "/api/connected-programs",
    summary: "Consent to the request of a program, with the chosen scopes.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    body: newConnectionSchema,
    status: 200,
    response: locationSchema,
    errors: [...unusable, "current_password_wrong", "sign_in_again", "too_many_connections"],
  }),
  refuseProgram: defineRoute({
    method: "POST",
    path: "/api/connected-programs/refusal",
    summary: "Refuse the request of a program.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: authorizationRequestSchema,
    status: 200,
    response: locationSchema,
    errors: unusable,
  }),
  listConnectedPrograms: defineRoute({
    method: "GET",
    path: "/api/connected-programs",
    summary: "List the programs that the viewer has connected, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ programs: z.array(connectedProgramSchema) }),
    errors: [],
  }),
  disconnectProgram: defineRoute({
    method: "DELETE",
    path: "/api/connected-programs/:programId",
    summary: "Disconnect a program. Its tokens stop working at once.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: z.object({ programId: idSchema }),
    status: 204,
    errors: ["connected_program_not_found"],
  }),
};
