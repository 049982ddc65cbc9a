import { z } from "zod";

export const passkeyNameMaxLength = 60;
export const maxPasskeys = 20;

/** Bytes as WebAuthn writes them in JSON. */
const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** A credential's own id has at most 1,023 bytes. */
const credentialId = bytes(1400);

/** The signature of a passkey, for signing in. */
export const passkeyProofSchema = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: bytes(128).nullish(),
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProofSchema>;

/** A passkey that a device has just made. */
export const newPasskeySchema = z.object({
  id: credentialId,
  response: z.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(32_768),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** The body of signing in with a passkey. */
export const passkeyGrantSchema = z.object({ passkey: passkeyProofSchema });
