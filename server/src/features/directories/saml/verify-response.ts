import { constants, verify } from "node:crypto";
import type { SamlSettings } from "@atoll/contract/directories/sign-on-schemas";
import type { SAML, SamlConfig } from "@node-saml/node-saml";
import {
  type Assertion,
  assertAnswerTo,
  clockSkewMs,
  readAssertion,
  type SamlParties,
} from "./read-assertion.ts";
import {
  attributeOf,
  canonicalForm,
  childrenNamed,
  elementsIn,
  isNamed,
  namespaces,
  parseStrictly,
  RefusedMessage,
  textOf,
} from "./strict-xml.ts";

const signatureMethods = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
];
const digestMethods = ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"];
const transforms = [
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
];
const canonicalForms = ["http://www.w3.org/2001/10/xml-exc-c14n#"];
const encryptions = [
  "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
  "http://www.w3.org/2001/04/xmlenc#aes256-cbc",
  "http://www.w3.org/2009/xmlenc11#aes128-gcm",
  "http://www.w3.org/2009/xmlenc11#aes256-gcm",
  // With RSA PKCS #1 v1.5 a stranger could learn about the key by trying.
  "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
];

/** Makes the address at the provider to which the browser is sent, with a request. */
export async function signInAddress(parties: SamlParties, requestId: string): Promise<string> {
  const saml = await createSaml(parties, undefined, requestId);
  return saml.getAuthorizeUrlAsync("", undefined, {});
}

/** A response as it came: nothing in it is known to be from the provider. */
export interface UnverifiedResponse {
  xml: string;
  root: Element;
  /** The request that it says to answer. */
  answered: string | undefined;
}

/**
 * Reads a response.
 * @param encoded in base64, as the provider posts it.
 * @throws {RefusedMessage}
 */
export function parseResponse(encoded: string): UnverifiedResponse {
  const xml = decode(encoded);
  const root = parseStrictly(xml);
  if (!isNamed(root, namespaces.protocol, "Response")) throw new RefusedMessage("it is no SAML response");
  return { xml, root, answered: attributeOf(root, "InResponseTo") };
}

/**
 * Verifies a response and returns its assertion.
 *
 * The signature is verified by `@node-saml/node-saml`, which hands out only what was signed. The rest is judged here,
 * before that on the whole message (its shape and algorithms, against wrapped signatures), and after it on the signed
 * assertion. The library brings the whole message into its canonical form before it looks at a signature, once for each
 * certificate, so only a message that a certificate fits gets there.
 * @param requestId of the request that this browser was sent with. Undefined: there was none.
 * @throws {RefusedMessage} or another error, with what is wrong.
 */
export async function verifyResponse(
  parties: SamlParties,
  { xml, root, answered }: UnverifiedResponse,
  requestId: string | undefined,
): Promise<Assertion> {
  const { settings } = parties;
  assertResponse(root, parties);
  assertAnswerTo(answered, requestId, settings);
  const certificates = new Set(settings.wantsSignedResponse ? [signerOf(root, settings)] : []);
  const opened = await openAssertion(root, parties);
  certificates.add(signerOf(opened.assertion, settings));
  const signers = { ...parties, settings: { ...settings, certificates: [...certificates] } };
  const saml = await createSaml(signers, opened.privateKey);
  const { profile } = await saml.validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml).toString("base64"),
  });
  const signed = profile?.getAssertionXml?.();
  if (!signed) throw new RefusedMessage("it has no signed assertion");
  return readAssertion(parseStrictly(signed), parties, requestId);
}

async function createSaml(
  { settings, entityId, answerUrl }: SamlParties,
  privateKey?: string,
  requestId?: string,
): Promise<SAML> {
  // Loaded at the first sign-in: most companies have no SAML.
  const library = await import("@node-saml/node-saml");
  const config: SamlConfig = {
    callbackUrl: answerUrl,
    entryPoint: settings.signInUrl,
    issuer: entityId,
    audience: entityId,
    idpCert: [...settings.certificates],
    idpIssuer: settings.entityId,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: settings.wantsSignedResponse,
    acceptedClockSkewMs: clockSkewMs,
    // The browser's cookie has the identifier of the request: see `requestId`.
    validateInResponseTo: library.ValidateInResponseTo.never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...(privateKey !== undefined && { decryptionPvk: privateKey }),
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  };
  return new library.SAML(config);
}

function decode(encoded: string): string {
  const compact = encoded.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new RefusedMessage("it is not in base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(compact, "base64"));
  } catch (error) {
    throw new RefusedMessage("it is not in UTF-8", { cause: error });
  }
}

/** Asserts what can be said before the signature is known: the shape, so that there is one way to read it. */
function assertResponse(response: Element, { settings, answerUrl }: SamlParties): void {
  if (attributeOf(response, "Version") !== "2.0") throw new RefusedMessage("it is not of SAML 2.0");
  const code = childrenNamed(response, namespaces.protocol, "Status").flatMap((status) =>
    childrenNamed(status, namespaces.protocol, "StatusCode").map((one) => attributeOf(one, "Value") ?? ""),
  )[0];
  if (code !== "urn:oasis:names:tc:SAML:2.0:status:Success")
    throw new RefusedMessage("the provider refused", { quoted: code });
  assertOneAssertion(response);
  assertAlgorithms(response);
  const issuer = childrenNamed(response, namespaces.assertion, "Issuer")[0];
  if (issuer && textOf(issuer) !== settings.entityId) throw new RefusedMessage("it is from another issuer");
  const destination = attributeOf(response, "Destination");
  const isSigned = childrenNamed(response, namespaces.signature, "Signature").length > 0;
  if (destination === undefined ? isSigned : destination !== answerUrl)
    throw new RefusedMessage("it is for another destination", { quoted: destination });
}

/**
 * Returns the certificate whose key signed what an element's signature says of the element.
 * @throws {RefusedMessage}
 */
function signerOf(owner: Element, { certificates }: SamlSettings): string {
  const [signature, ...others] = childrenNamed(owner, namespaces.signature, "Signature");
  const within = (name: string) => (signature ? childrenNamed(signature, namespaces.signature, name) : []);
  const [[info, ...otherInfos], [value]] = [within("SignedInfo"), within("SignatureValue")];
  if (!info || !value || others.length > 0 || otherInfos.length > 0)
    throw new RefusedMessage("Invalid signature: there is none, or there are several");
  const named = (name: string) => childrenNamed(info, namespaces.signature, name)[0];
  const [form, method] = [named("CanonicalizationMethod"), named("SignatureMethod")];
  const prefixes = (form ? elementsIn(form) : []).flatMap(
    (one) => attributeOf(one, "PrefixList")?.split(/\s+/).filter(Boolean) ?? [],
  );
  if (!form || !method || prefixes.length > 30)
    throw new RefusedMessage("Invalid signature: it does not say how it was made");
  const inclusive = prefixes.map((prefix) => (prefix === "#default" ? "" : prefix));
  const content = Buffer.from(canonicalForm(info, inclusive));
  const made = Buffer.from(value.textContent ?? "", "base64");
  const algorithm = attributeOf(method, "Algorithm") ?? "";
  const options = algorithm.endsWith("MGF1")
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : { padding: constants.RSA_PKCS1_PADDING };
  const hash = algorithm.endsWith("sha512") ? "sha512" : "sha256";
  const signer = certificates.find((key) => verify(hash, content, { key, ...options }, made));
  if (signer === undefined)
    throw new RefusedMessage("Invalid signature: it fits none of the provider's certificates");
  return signer;
}

/**
 * Asserts that there is one assertion, directly in the response, and that signatures are only where they belong: in the
 * response and in the assertion, over the element that they are in. Signature wrapping needs one of the other places.
 */
function assertOneAssertion(response: Element): void {
  const all = elementsIn(response);
  const assertions = all.filter(
    ({ localName }) => localName === "Assertion" || localName === "EncryptedAssertion",
  );
  const [assertion, another] = assertions;
  if (!assertion || another) throw new RefusedMessage("it has no assertion, or several");
  if (assertion.parentNode !== response || assertion.namespaceURI !== namespaces.assertion)
    throw new RefusedMessage("its assertion is not where it belongs");
  if (all.some((one) => one !== response && one.localName === "Response"))
    throw new RefusedMessage("it has a response within");
  assertSignatures(all, [response, assertion]);
}

function assertSignatures(all: readonly Element[], owners: readonly Element[]): void {
  const ids = all.flatMap((one) => attributeOf(one, "ID") ?? []);
  if (new Set(ids).size < ids.length) throw new RefusedMessage("two of its elements have the same ID");
  for (const signature of all.filter(({ localName }) => localName === "Signature")) {
    const owner = owners.find((one) => one === signature.parentNode);
    if (!owner || signature.namespaceURI !== namespaces.signature)
      throw new RefusedMessage("its signature is not where it belongs");
    const within = elementsIn(signature);
    const [reference, another] = within.filter(({ localName }) => localName === "Reference");
    if (!reference || another) throw new RefusedMessage("its signature covers nothing, or several parts");
    if (attributeOf(reference, "URI") !== `#${attributeOf(owner, "ID")}`)
      throw new RefusedMessage("its signature covers another part than the one that it is in");
    if (within.some(({ localName }) => localName === "Object"))
      throw new RefusedMessage("its signature holds other content");
  }
}

function assertAlgorithms(root: Element): void {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    SignatureMethod: signatureMethods,
    DigestMethod: digestMethods,
    Transform: transforms,
    CanonicalizationMethod: canonicalForms,
    EncryptionMethod: encryptions,
  };
  for (const element of elementsIn(root)) {
    const { localName, parentNode } = element;
    // The digest of an encryption is no signature: OAEP with SHA-1 is safe, and usual.
    if (localName === "DigestMethod" && parentNode?.nodeName.endsWith("EncryptionMethod")) continue;
    const known = Object.hasOwn(allowed, localName) ? allowed[localName] : undefined;
    const algorithm = attributeOf(element, "Algorithm") ?? "";
    if (known && !known.includes(algorithm))
      throw new RefusedMessage("the algorithm is not accepted", { quoted: algorithm });
  }
}

/**
 * Finds the assertion. Of an encrypted one, finds the private key that opens it, and judges what is in it as the rest of
 * the message.
 */
async function openAssertion(
  response: Element,
  { privateKeys }: SamlParties,
): Promise<{ assertion: Element; privateKey?: string }> {
  const [plain] = childrenNamed(response, namespaces.assertion, "Assertion");
  const [encrypted] = childrenNamed(response, namespaces.assertion, "EncryptedAssertion");
  if (plain) return { assertion: plain };
  // It is parsed again for each key.
  if (!encrypted || elementsIn(encrypted).length > 100)
    throw new RefusedMessage("its assertion is not encrypted as SAML has it");
  const { decrypt } = await import("xml-encryption");
  const xml = encrypted.toString();
  for (const key of privateKeys) {
    const opened = await new Promise<string | undefined>((resolve) =>
      decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, text) =>
        resolve(error ? undefined : text),
      ),
    );
    if (opened === undefined) continue;
    const assertion = parseStrictly(opened);
    const all = elementsIn(assertion);
    if (all.some((one) => one !== assertion && /Assertion$/.test(one.localName)))
      throw new RefusedMessage("it has several assertions");
    assertSignatures(all, [assertion]);
    assertAlgorithms(assertion);
    return { assertion, privateKey: key };
  }
  throw new RefusedMessage(
    "its assertion cannot be decrypted: the provider may have an old certificate of this server",
  );
}
