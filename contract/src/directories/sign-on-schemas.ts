import { z } from "zod";
import { instantSchema } from "../identifiers.ts";
import { line } from "./ldap-schemas.ts";

/** The claim of the ID token or the account's data that names a person's groups. */
export const oidcSettingsSchema = z.object({
  groupClaim: line(200).min(1, "Enter the name of the claim"),
});
export type OidcSettings = z.infer<typeof oidcSettingsSchema>;

/** An attribute of assertions. Empty: not used. */
const attributeSchema = line(300);

/** A certificate in PEM. The server reads it before it is stored. */
const certificateSchema = z
  .string()
  .trim()
  .max(10_000)
  .regex(
    /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/,
    "Paste a certificate in PEM, with its first and last line",
  );

/** Where the provider's sign-in page is: without encryption only on the server's own machine. */
const signInUrlSchema = line(2000).refine(
  (text) => isSafeUrl(text),
  "Enter an address that begins with https://",
);

/** Whether an address may be opened or read: https, or http on the server's own machine. */
export function isSafeUrl(text: string): boolean {
  const secure = z.url({ protocol: /^https$/ });
  const ofOwnMachine = z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1|\[::1\])$/ });
  return secure.safeParse(text).success || ofOwnMachine.safeParse(text).success;
}

/** The provider and how its assertions are read. */
export const samlSettingsSchema = z.object({
  entityId: line(1024).min(1, "Enter the entity ID"),
  signInUrl: signInUrlSchema,
  /** Several during a change of the provider's certificate. */
  certificates: z
    .array(certificateSchema)
    .min(1, "Enter the certificate")
    .max(5, "Enter at most five certificates"),
  /** Identifies a person. Empty: the NameID. */
  subjectAttribute: attributeSchema,
  /** Empty: the NameID, if that is an address. */
  emailAttribute: attributeSchema,
  nameAttribute: attributeSchema,
  groupsAttribute: attributeSchema,
  /** The provider has verified the addresses: accounts may be linked by them. */
  hasVerifiedEmails: z.boolean(),
  /** People without an account get a pending one. */
  createsPending: z.boolean(),
  /** People may begin at the provider, without a request from here. */
  mayStartAtProvider: z.boolean(),
  /** The whole response must be signed, too. Assertions always are. */
  wantsSignedResponse: z.boolean(),
});
export type SamlSettings = z.infer<typeof samlSettingsSchema>;

const microsoft = "http://schemas.microsoft.com";
const xmlsoap = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** The attributes that well-known providers send. */
export const samlPresets = {
  entra: {
    subjectAttribute: `${microsoft}/identity/claims/objectidentifier`,
    emailAttribute: `${xmlsoap}/emailaddress`,
    nameAttribute: `${microsoft}/identity/claims/displayname`,
    groupsAttribute: `${microsoft}/ws/2008/06/identity/claims/groups`,
  },
  others: {
    subjectAttribute: "",
    emailAttribute: "email",
    nameAttribute: "name",
    groupsAttribute: "groups",
  },
} as const satisfies Record<string, Partial<SamlSettings>>;

/** The part of the provider's metadata that fills the settings. */
export const samlMetadataSchema = samlSettingsSchema.pick({
  entityId: true,
  signInUrl: true,
  certificates: true,
});
export type SamlMetadata = z.infer<typeof samlMetadataSchema>;

/** The facts about this server that the provider needs. */
export const samlServerSchema = z.object({
  entityId: z.string(),
  /** Where the provider posts its responses. */
  answerUrl: z.string(),
  metadataUrl: z.string(),
  /** The certificate for encryption that is in the metadata. */
  certificateEndsAt: instantSchema,
});
export type SamlServer = z.infer<typeof samlServerSchema>;

/** The outcome of a sign-in that was tried. */
export const samlTrialSchema = z.object({
  isAccepted: z.boolean(),
  /** In words for administrators: why it was refused, or what would happen. */
  text: z.string(),
  subject: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** Null: the attribute was not in the assertion. */
  groups: z.array(z.string()).nullable(),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});
export type SamlTrial = z.infer<typeof samlTrialSchema>;
