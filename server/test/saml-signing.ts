import { createHash, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { selfSignedCertificate } from "../src/features/directories/manage/self-signed.ts";

/** A key of a provider with its certificate. */
export interface SigningPair {
  privateKey: KeyObject;
  certificate: string;
}

export function newSigningPair(name = "A provider of the tests"): SigningPair {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { privateKey: pair.privateKey, certificate: selfSignedCertificate(pair, name) };
}

/** The content of a response. Tests change the part that they are about. */
export interface SamlFacts {
  responseId: string;
  assertionId: string;
  issuer: string;
  destination: string;
  recipient: string;
  audience: string;
  /** Empty: it answers no request. */
  inResponseTo: string;
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, readonly string[]>>;
  /** When it was made; it holds for five minutes. */
  at: Date;
}

export const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const seconds = (at: Date, by: number) => `${new Date(at.getTime() + by * 1000).toISOString().slice(0, 19)}Z`;

/** An assertion in its canonical form, so that its text is what a signature covers. */
export function assertionOf(facts: SamlFacts): string {
  const answered = facts.inResponseTo && ` InResponseTo="${facts.inResponseTo}"`;
  const [now, end] = [seconds(facts.at, 0), seconds(facts.at, 300)];
  const attributes = Object.entries(facts.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${values
        .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.assertionId}" IssueInstant="${now}" Version="2.0">` +
    `<saml:Issuer>${escapeXml(facts.issuer)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${facts.nameIdFormat}">${facts.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData${answered} NotOnOrAfter="${end}" Recipient="${escapeXml(facts.recipient)}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${end}"><saml:AudienceRestriction>` +
    `<saml:Audience>${escapeXml(facts.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now}" SessionIndex="session-of-the-provider"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>` +
    (attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`
      : "") +
    `</saml:Assertion>`
  );
}

/** A response around other elements. */
export function responseOf(facts: SamlFacts, content: string): string {
  const answered = facts.inResponseTo && ` InResponseTo="${facts.inResponseTo}"`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${escapeXml(facts.destination)}" ID="${facts.responseId}"${answered} IssueInstant="${seconds(facts.at, 0)}" Version="2.0">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escapeXml(facts.issuer)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>` +
    `${content}</samlp:Response>`
  );
}

const hashes = {
  sha256: {
    digest: "http://www.w3.org/2001/04/xmlenc#sha256",
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  },
  sha1: {
    digest: "http://www.w3.org/2000/09/xmldsig#sha1",
    signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  },
};

/** The signature over an element in its canonical form. */
export function signatureOf(
  element: string,
  { privateKey }: SigningPair,
  hash: keyof typeof hashes = "sha256",
): string {
  const id = /ID="([^"]+)"/.exec(element)?.[1] ?? "";
  const { digest, signature } = hashes[hash];
  const info =
    `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">` +
    `<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${signature}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod>` +
    `<ds:DigestValue>${createHash(hash).update(element).digest("base64")}</ds:DigestValue>` +
    `</ds:Reference></ds:SignedInfo>`;
  const value = createSign(hash).update(info).sign(privateKey, "base64");
  return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}

/** Puts a signature into the element, where the schema has it: after the first issuer. */
export function withSignature(element: string, signature: string): string {
  return element.replace("</saml:Issuer>", `</saml:Issuer>${signature}`);
}

export const encode = (xml: string) => Buffer.from(xml).toString("base64");
