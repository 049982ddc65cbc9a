import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { localPathSchema } from "../identity/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { directoryGroupSchema, directorySchema } from "./schemas.ts";
import {
  isSafeUrl,
  oidcSettingsSchema,
  samlMetadataSchema,
  samlServerSchema,
  samlSettingsSchema,
  samlTrialSchema,
} from "./sign-on-schemas.ts";

const ofDirectory = z.object({ directoryId: idSchema });
const oneDirectory = z.object({ directory: directorySchema });

/** Metadata as XML are at most this long. */
const maxMetadataLength = 200_000;

/** Providers of single sign-on: their settings, for super administrators, and the addresses that SAML 2.0 uses. */
export const signOnRoutes = {
  getOidcSettings: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/oidc",
    summary: "Get the group claim of the OpenID provider, and the address for back-channel logout.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    status: 200,
    response: z.object({
      version: z.int(),
      settings: oidcSettingsSchema.nullable(),
      /** Null: no OpenID provider is configured on this server. */
      provider: z.object({ issuer: z.string(), logoutUrl: z.string() }).nullable(),
    }),
    errors: ["forbidden", "directory_not_found"],
  }),
  setOidcSettings: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/oidc",
    summary: "Set the claim in which the OpenID provider names groups.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({ version: z.int(), settings: oidcSettingsSchema }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "changed_meanwhile"],
  }),
  addDirectoryGroup: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/groups",
    summary: "Name a group of a sign-on provider before any of its people has signed in.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    /** As the provider writes it in the claim or attribute. */
    body: z.object({ name: z.string().trim().min(1).max(256) }),
    status: 201,
    response: z.object({ group: directoryGroupSchema }),
    errors: ["forbidden", "directory_not_found", "too_many_groups"],
  }),
  getSamlSettings: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/saml",
    summary: "Get the settings of the SAML provider, and what the provider needs to know of this server.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory,
    status: 200,
    response: z.object({
      version: z.int(),
      settings: samlSettingsSchema.nullable(),
      /** Null: the address of the workspace is not set (`ATOLL_PUBLIC_URL`). */
      server: samlServerSchema.nullable(),
    }),
    errors: ["forbidden", "directory_not_found"],
  }),
  setSamlSettings: defineRoute({
    method: "PUT",
    path: "/api/admin/directories/:directoryId/saml",
    summary: "Set the SAML provider and how its assertions are read.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDirectory,
    body: z.object({
      version: z.int(),
      settings: samlSettingsSchema,
      /** Forgets who has signed in, which another entity ID or identifier needs. They are found by their addresses again. */
      linksAgain: z.boolean().default(false),
    }),
    status: 200,
    response: oneDirectory,
    errors: [
      "forbidden",
      "directory_not_found",
      "changed_meanwhile",
      "saml_certificate_invalid",
      "saml_people_linked",
    ],
  }),
  readSamlMetadata: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/saml/metadata",
    summary: "Read the provider's metadata, from a text or an address. Nothing is saved.",
    access: "signed-in",
    rateLimit: { max: 20, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofDirectory,
    body: z.union([
      z.object({ xml: z.string().min(1).max(maxMetadataLength) }),
      z.object({ url: z.string().trim().max(2000).refine(isSafeUrl, "Enter an address with https://") }),
    ]),
    bodyLimitBytes: 512 * 1024,
    status: 200,
    response: z.object({ metadata: samlMetadataSchema }),
    errors: ["forbidden", "directory_not_found", "saml_metadata_invalid", "saml_metadata_unreachable"],
  }),
  renewSamlKey: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/saml/key",
    summary: "Make a new key for encrypted assertions. The two before it still decrypt.",
    access: "signed-in",
    rateLimit: { max: 10, windowSeconds: 60, by: "viewer" },
    params: ofDirectory,
    body: z.object({ version: z.int() }),
    status: 200,
    response: oneDirectory,
    errors: ["forbidden", "directory_not_found", "changed_meanwhile"],
  }),
  startSamlTrial: defineRoute({
    method: "POST",
    path: "/api/admin/directories/:directoryId/saml/trials",
    summary: "Try a sign-in: get the address at the provider to open. What comes back changes nothing.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofDirectory,
    status: 200,
    response: z.object({ location: z.string() }),
    errors: ["forbidden", "directory_not_found", "saml_not_set"],
  }),
  getSamlTrial: defineRoute({
    method: "GET",
    path: "/api/admin/directories/:directoryId/saml/trials/:trialId",
    summary: "Get what came when the viewer tried a sign-in.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDirectory.extend({ trialId: idSchema }),
    status: 200,
    response: z.object({ trial: samlTrialSchema }),
    errors: ["forbidden", "directory_not_found", "saml_trial_not_found"],
  }),
  startSaml: defineRoute({
    method: "GET",
    path: "/api/auth/saml/start",
    summary: "Redirect the browser to the company's SAML provider.",
    access: "public",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    /** The address in Atoll to go to afterwards. */
    query: z.object({ origin: localPathSchema.optional() }),
    errorKind: "page",
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  finishSaml: defineRoute({
    method: "POST",
    path: "/api/auth/saml/answer",
    summary:
      "Receive the SAML provider's response as a form, and redirect to the sign-in page as single sign-on does, also with errors.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    bodyKind: "raw",
    // Less is read: a response that is too large is refused on a page of Atoll, and recorded.
    bodyLimitBytes: 512 * 1024,
    errorKind: "page",
    status: 302,
    errors: ["single_sign_on_off"],
  }),
  getSamlMetadata: defineRoute({
    method: "GET",
    path: "/api/auth/saml/metadata",
    summary: "Get the metadata of this server as a SAML service provider.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    status: 200,
    responseKind: "stream",
    errors: ["single_sign_on_off"],
  }),
};
