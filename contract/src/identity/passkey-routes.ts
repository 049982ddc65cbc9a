import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { nameSchema } from "../text/names.ts";
import { newPasskeySchema, passkeyNameMaxLength } from "./passkey-schemas.ts";

/** A passkey in the list of its owner. */
export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The host name that it works at. */
  site: z.string(),
  /** Copied to other devices of its owner by their platform, such as a phone's cloud. */
  isSynced: z.boolean(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** The options that a browser passes to the device, as WebAuthn defines them. */
const deviceOptionsSchema = z.looseObject({ challenge: z.string() });

/** The proof that it is the owner at this session: the password, or a sign-in of a moment ago without one. */
const proof = { currentPassword: z.string().max(1024).optional() };
const proofErrors = ["current_password_wrong", "sign_in_again"] as const;

/** Signing in with a key on a device (WebAuthn). The routes of signed-in people concern their own passkeys only. */
export const passkeyRoutes = {
  startPasskeySignIn: defineRoute({
    method: "POST",
    path: "/api/auth/passkeys/sign-in",
    summary:
      "Get what a passkey must sign to sign in. The signature goes to `/api/auth/token` with `grant_type=passkey`.",
    access: "public",
    inMaintenance: "open",
    rateLimit: { max: 300, windowSeconds: 60, by: "address" },
    status: 201,
    response: z.object({ options: deviceOptionsSchema }),
    errors: ["passkeys_off"],
  }),
  listPasskeys: defineRoute({
    method: "GET",
    path: "/api/auth/passkeys",
    summary: "List the viewer's passkeys, the oldest first.",
    access: "signed-in",
    forGuests: true,
    isOpenDuringSetup: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      passkeys: z.array(passkeySchema),
      /** The viewer has chosen that only a passkey lets them in. */
      isRequired: z.boolean(),
    }),
    errors: [],
  }),
  startPasskey: defineRoute({
    method: "POST",
    path: "/api/auth/passkeys/new",
    summary: "Start adding a passkey, with the current password. Returns what the device needs to make one.",
    access: "signed-in",
    forGuests: true,
    isOpenDuringSetup: true,
    rateLimit: { max: 20, windowSeconds: 300, by: "viewer" },
    body: z.object(proof),
    status: 201,
    response: z.object({ options: deviceOptionsSchema }),
    errors: [...proofErrors, "passkeys_off", "passkey_setup_required", "too_many_passkeys"],
  }),
  addPasskey: defineRoute({
    method: "POST",
    path: "/api/auth/passkeys",
    summary:
      "Add the passkey that the device has made. This session then counts as signed in with it. Repeating it has no effect.",
    access: "signed-in",
    forGuests: true,
    changesRights: true,
    isOpenDuringSetup: true,
    rateLimit: { max: 20, windowSeconds: 300, by: "viewer" },
    body: z.object({ name: nameSchema(passkeyNameMaxLength), passkey: newPasskeySchema }),
    status: 201,
    response: passkeySchema,
    errors: ["passkeys_off", "passkey_failed", "passkey_setup_required", "too_many_passkeys"],
  }),
  renamePasskey: defineRoute({
    method: "PATCH",
    path: "/api/auth/passkeys/:passkeyId",
    summary: "Rename one of the viewer's passkeys.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: z.object({ passkeyId: idSchema }),
    body: z.object({ name: nameSchema(passkeyNameMaxLength) }),
    status: 200,
    response: passkeySchema,
    errors: ["passkey_not_found"],
  }),
  removePasskey: defineRoute({
    method: "DELETE",
    path: "/api/auth/passkeys/:passkeyId",
    summary: "Remove one of the viewer's passkeys. It does not let them in any more.",
    access: "signed-in",
    forGuests: true,
    changesRights: true,
    inMaintenance: "open",
    rateLimit: { max: 20, windowSeconds: 300, by: "viewer" },
    params: z.object({ passkeyId: idSchema }),
    body: z.object(proof),
    status: 204,
    errors: [...proofErrors, "passkey_not_found", "passkey_needed"],
  }),
  requirePasskey: defineRoute({
    method: "PUT",
    path: "/api/auth/passkey-only",
    summary: "Choose whether only a passkey lets the viewer in, and their password no longer does.",
    access: "signed-in",
    forGuests: true,
    changesRights: true,
    rateLimit: { max: 20, windowSeconds: 300, by: "viewer" },
    body: z.object({ ...proof, isRequired: z.boolean() }),
    status: 204,
    errors: [...proofErrors, "passkey_missing"],
  }),
};
