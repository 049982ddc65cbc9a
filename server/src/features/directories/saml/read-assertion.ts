import type { SamlSettings } from "@atoll/contract/directories/sign-on-schemas";
import type { PersonClaims } from "../../identity/public.ts";
import { type NamedGroups, usableGroups } from "../sign-on/named-groups.ts";
import { attributeOf, childrenNamed, isNamed, namespaces, RefusedMessage, textOf } from "./strict-xml.ts";

/** How far the clocks of the provider and this server may be apart. */
export const clockSkewMs = 60_000;

/** The two sides of an exchange. */
export interface SamlParties {
  settings: SamlSettings;
  /** This server. */
  entityId: string;
  answerUrl: string;
  /** The private keys that may decrypt assertions, the newest first. */
  privateKeys: readonly string[];
}

/** A signed assertion, as far as it is used. */
export interface Assertion {
  id: string;
  /** The NameID with its format. */
  nameId: string;
  nameIdFormat: string;
  /** The provider's session. */
  sessionIndex: string | null;
  attributes: ReadonlyMap<string, readonly string[]>;
  /** No later than this can it be accepted. */
  expiresAt: Date;
}

/** An assertion is accepted, and its use remembered, for no longer than this after it was made. */
const longestMs = 60 * 60_000;
const maxValues = 5000;
const maxValueLength = 4000;

/**
 * Reads a signed assertion: who it is for, when it holds, what it answers and about which person it is.
 * @throws {RefusedMessage}
 */
export function readAssertion(
  assertion: Element,
  parties: SamlParties,
  requestId: string | undefined,
  now = Date.now(),
): Assertion {
  const child = (of: Element, name: string) => childrenNamed(of, namespaces.assertion, name);
  if (!isNamed(assertion, namespaces.assertion, "Assertion") || attributeOf(assertion, "Version") !== "2.0")
    throw new RefusedMessage("it has no assertion of SAML 2.0");
  const id = attributeOf(assertion, "ID");
  const [issuer] = child(assertion, "Issuer");
  const [subject, ...otherSubjects] = child(assertion, "Subject");
  const [conditions, ...otherConditions] = child(assertion, "Conditions");
  const [statement] = child(assertion, "AuthnStatement");
  if (!id || !issuer || !subject || !conditions || !statement)
    throw new RefusedMessage("its assertion has no ID, issuer, subject, conditions or authentication");
  if (otherSubjects.length > 0 || otherConditions.length > 0)
    throw new RefusedMessage("its assertion has several subjects or conditions");
  if (textOf(issuer) !== parties.settings.entityId)
    throw new RefusedMessage(`its assertion is from another issuer: ${textOf(issuer).slice(0, 200)}`);

  assertTimes(conditions, now);
  const restrictions = child(conditions, "AudienceRestriction");
  if (restrictions.length === 0) throw new RefusedMessage("its assertion names no audience");
  for (const restriction of restrictions)
    if (!child(restriction, "Audience").some((audience) => textOf(audience) === parties.entityId))
      throw new RefusedMessage("its assertion is for another audience");
  const madeAt = instantOf(attributeOf(assertion, "IssueInstant") ?? "");
  if (madeAt - clockSkewMs > now)
    throw new RefusedMessage("its assertion was made in the future: compare the clocks");
  if (madeAt + longestMs + clockSkewMs <= now)
    throw new RefusedMessage("its assertion was made more than an hour ago: compare the clocks");
  const confirmedUntil = assertConfirmed(subject, parties, { requestId, now });
  const sessionEnd = attributeOf(statement, "SessionNotOnOrAfter");
  if (sessionEnd !== undefined && instantOf(sessionEnd) + clockSkewMs <= now)
    throw new RefusedMessage("the provider's session has ended");

  const [nameId, ...otherNames] = child(subject, "NameID");
  if (!nameId || otherNames.length > 0 || !textOf(nameId))
    throw new RefusedMessage("its assertion has no NameID, or several");
  return {
    id,
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, "Format") ?? "",
    sessionIndex: attributeOf(statement, "SessionIndex")?.slice(0, 255) ?? null,
    attributes: attributesOf(assertion),
    expiresAt: new Date(Math.min(confirmedUntil, madeAt + longestMs) + clockSkewMs),
  };
}

/** Asserts that the time is right, give or take the difference of clocks. */
function assertTimes(element: Element, now: number): void {
  const [from, until] = [attributeOf(element, "NotBefore"), attributeOf(element, "NotOnOrAfter")];
  if (from !== undefined && instantOf(from) - clockSkewMs > now)
    throw new RefusedMessage(`its assertion holds only from ${from.slice(0, 40)} on: compare the clocks`);
  if (until !== undefined && instantOf(until) + clockSkewMs <= now)
    throw new RefusedMessage(`its assertion held only until ${until.slice(0, 40)}: compare the clocks`);
}

/**
 * Asserts that the one who brings the assertion may use it here and now, for this request.
 * @returns the instant until which that holds.
 */
function assertConfirmed(
  subject: Element,
  { settings, answerUrl }: SamlParties,
  { requestId, now }: { requestId: string | undefined; now: number },
): number {
  const confirmations = childrenNamed(subject, namespaces.assertion, "SubjectConfirmation").filter(
    (one) => attributeOf(one, "Method") === "urn:oasis:names:tc:SAML:2.0:cm:bearer",
  );
  let problem: unknown = new RefusedMessage("its assertion is not for the one who brings it (bearer)");
  const ends: number[] = [];
  for (const confirmation of confirmations) {
    try {
      const [data] = childrenNamed(confirmation, namespaces.assertion, "SubjectConfirmationData");
      if (!data) throw new RefusedMessage("its assertion does not say for which recipient it is");
      if (attributeOf(data, "Recipient") !== answerUrl)
        throw new RefusedMessage(
          `its assertion is for another recipient: ${attributeOf(data, "Recipient")?.slice(0, 200)}`,
        );
      assertTimes(data, now);
      assertAnswerTo(attributeOf(data, "InResponseTo"), requestId, settings);
      const until = attributeOf(data, "NotOnOrAfter");
      if (until === undefined) throw new RefusedMessage("its assertion does not say how long it holds");
      ends.push(instantOf(until));
    } catch (error) {
      problem = error;
    }
  }
  if (ends.length === 0) throw problem;
  return Math.max(...ends);
}

/** Asserts that a message answers the request that this browser was sent with, or none. */
export function assertAnswerTo(
  answered: string | undefined,
  requestId: string | undefined,
  { mayStartAtProvider }: SamlSettings,
): void {
  if (answered === requestId && requestId !== undefined) return;
  if (answered !== undefined)
    throw new RefusedMessage("it answers a request that this browser was not sent with, or an earlier one");
  if (requestId !== undefined) throw new RefusedMessage("it does not say which request it answers");
  if (!mayStartAtProvider) throw new RefusedMessage("it began at the provider, which is not allowed");
}

/** @throws {RefusedMessage} for anything but an instant in UTC, as SAML has them. */
function instantOf(text: string): number {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) throw new RefusedMessage(`this is no time: ${text.slice(0, 60)}`);
  return instant;
}

function attributesOf(assertion: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  let count = 0;
  for (const statement of childrenNamed(assertion, namespaces.assertion, "AttributeStatement"))
    for (const attribute of childrenNamed(statement, namespaces.assertion, "Attribute")) {
      const name = attributeOf(attribute, "Name");
      if (!name) continue;
      const values = childrenNamed(attribute, namespaces.assertion, "AttributeValue").map((value) =>
        // A value may be an element of its own, such as a NameID: its text counts.
        (value.textContent ?? "").trim().slice(0, maxValueLength),
      );
      count += values.length;
      if (count > maxValues) throw new RefusedMessage("its assertion has too many values");
      attributes.set(name, [...(attributes.get(name) ?? []), ...values.filter((value) => value !== "")]);
    }
  return attributes;
}

const formats = {
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
};
/** Entra ID sends this address instead of the groups when there are too many. */
const groupsElsewhere = "http://schemas.microsoft.com/claims/groups.link";

/**
 * Returns the person of an assertion, as claims of OpenID Connect. The issuer is apart from those of OpenID
 * providers: one product may use the same name for both, with other identifiers.
 * @throws {RefusedMessage} if nothing in it identifies the person for good.
 */
export function readPerson(
  assertion: Assertion,
  settings: SamlSettings,
): { claims: PersonClaims; groups: NamedGroups } {
  const firstValueOf = (name: string) => assertion.attributes.get(name)?.[0];
  const { nameId, nameIdFormat } = assertion;
  const subject = settings.subjectAttribute === "" ? nameId : firstValueOf(settings.subjectAttribute);
  if (!subject) throw new RefusedMessage(`its assertion has no attribute ${settings.subjectAttribute}`);
  if (settings.subjectAttribute === "" && nameIdFormat === formats.transient)
    throw new RefusedMessage(
      "its NameID is transient, another one at each sign-in: choose another format at the provider, or an attribute that identifies a person",
    );
  if (subject.length > 255 || /\p{Cc}/u.test(subject)) throw new RefusedMessage("its identifier is too long");
  const address =
    settings.emailAttribute === ""
      ? nameIdFormat === formats.email
        ? nameId
        : undefined
      : firstValueOf(settings.emailAttribute);
  const email = address?.toLowerCase();
  const name =
    settings.nameAttribute === "" ? undefined : firstValueOf(settings.nameAttribute)?.slice(0, 200);
  return {
    claims: {
      iss: `saml:${settings.entityId}`,
      sub: subject,
      email: email && email.length <= 320 && /^\S+@\S+$/.test(email) ? email : undefined,
      email_verified: settings.hasVerifiedEmails,
      name,
    },
    groups: groupsOf(assertion, settings),
  };
}

function groupsOf({ attributes }: Assertion, { groupsAttribute }: SamlSettings): NamedGroups {
  if (groupsAttribute === "") return undefined;
  const groups = attributes.get(groupsAttribute);
  if (groups === undefined) return attributes.has(groupsElsewhere) ? "too_many" : "absent";
  return usableGroups(groups);
}
