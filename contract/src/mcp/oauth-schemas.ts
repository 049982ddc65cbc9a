import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { type TokenScope, tokenScopes } from "../personal-tokens/areas.ts";
import { lastUseSchema } from "../personal-tokens/schemas.ts";
import { nameSchema } from "../text/names.ts";

const scopeSchema = z.enum(tokenScopes as [TokenScope, ...TokenScope[]]);

const clientNameLength = 80;
/** A client ID is a part of addresses, and holds all metadata. */
const maxClientIdLength = 2400;

/** The metadata with which a program registers itself (RFC 7591). Fields that are not named here are left out. */
export const clientMetadataSchema = z.object({
  /** Cut to the longest name. */
  client_name: z
    .string()
    .transform((name) => name.trim().slice(0, clientNameLength))
    .pipe(nameSchema(clientNameLength))
    .default("A program without a name"),
  redirect_uris: z.array(z.string().max(500)).min(1).max(10),
});

/** The registered program. All are public clients, which prove themselves by PKCE. */
export const registeredClientSchema = z.object({
  client_id: z.string().max(maxClientIdLength),
  client_id_issued_at: z.int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal("none"),
});

/** The query of the consent page, as the program made it (RFC 6749, 7636 and 8707). Nothing of it is trusted. */
export const authorizationRequestSchema = z.object({
  response_type: z.string().max(100).default(""),
  client_id: z.string().max(maxClientIdLength).default(""),
  redirect_uri: z.string().max(500).default(""),
  scope: z.string().max(2000).default(""),
  state: z.string().max(2000).optional(),
  code_challenge: z.string().max(200).default(""),
  code_challenge_method: z.string().max(20).default(""),
  resource: z.string().max(500).optional(),
});
export type AuthorizationRequest = z.input<typeof authorizationRequestSchema>;

/** Where the browser goes next, back to the program. */
export const locationSchema = z.object({ location: z.string() });

/**
 * The content of the consent page. It has no address to go to: anybody can register any, so the browser only leaves when
 * the person has pressed a button (RFC 9700, section 4.11.2).
 */
export const consentSchema = z.object({
  program: z.object({
    /** As the program calls itself. Anybody can choose any name. */
    name: z.string(),
    /** Where the browser is sent: a host, or the scheme of an application. */
    redirectTo: z.string(),
    /** It is a program on the person's own device. */
    isLocal: z.boolean(),
    /** The browser opens an application of the person's device. */
    opensApplication: z.boolean(),
  }),
  /** The scopes that the program requests. Empty if its request has an error. */
  scopes: z.array(scopeSchema),
  /** The error of the request, as the program is told (RFC 6749, section 4.1.2.1). */
  error: z
    .enum(["unsupported_response_type", "invalid_request", "invalid_target", "invalid_scope"])
    .nullable(),
});
export type Consent = z.infer<typeof consentSchema>;

export const newConnectionSchema = z.object({
  /** Made by the page. Repeating it, after a lost answer, gives the same connection another code. */
  id: idSchema,
  request: authorizationRequestSchema,
  scopes: z.array(scopeSchema).min(1, "Choose at least one area").max(tokenScopes.length),
  /** Proves that it is the owner who asks, as for a personal access token. */
  currentPassword: z.string().max(1024).optional(),
});

/** A program that a person has connected. */
export const connectedProgramSchema = z.object({
  id: idSchema,
  name: z.string(),
  redirectTo: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: instantSchema,
  endsAt: instantSchema,
  /** Null if it has not been used. Written at most once a minute. */
  lastUse: lastUseSchema,
});
export type ConnectedProgram = z.infer<typeof connectedProgramSchema>;

/** A connected program for administrators, with the name of its person. */
export const ownedConnectionSchema = connectedProgramSchema.extend({
  /** The program, which others may have connected as well. */
  clientId: idSchema,
  owner: namedSchema,
});
export type OwnedConnection = z.infer<typeof ownedConnectionSchema>;

/** A program that nobody can connect. */
export const blockedProgramSchema = z.object({
  clientId: idSchema,
  name: z.string(),
  redirectTo: z.array(z.string()),
  blockedAt: instantSchema,
});

const addressSchema = z.string();
export const serverMetadataSchema = z.object({
  issuer: addressSchema,
  authorization_endpoint: addressSchema,
  token_endpoint: addressSchema,
  registration_endpoint: addressSchema.optional(),
  revocation_endpoint: addressSchema,
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
});

export const resourceMetadataSchema = z.object({
  resource: addressSchema,
  resource_name: z.string(),
  authorization_servers: z.array(addressSchema),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
});

export const tokenAnswerSchema = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string(),
  scope: z.string(),
});
