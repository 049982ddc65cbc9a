import { X509Certificate } from "node:crypto";
import { type SamlMetadata, samlMetadataSchema } from "@atoll/contract/directories/sign-on-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { createGuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import type { SliceContext } from "../../../slice.ts";
import {
  attributeOf,
  childrenNamed,
  elementsIn,
  isNamed,
  namespaces,
  parseStrictly,
  RefusedMessage,
  textOf,
} from "./strict-xml.ts";

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const answerBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const fetchMs = 10_000;
const maxBytes = 300_000;

/** The addresses of this server as a SAML service provider. */
export function serverAddresses(publicUrl: string) {
  const at = `${publicUrl}/api/auth/saml`;
  return { entityId: `${at}/metadata`, answerUrl: `${at}/answer`, metadataUrl: `${at}/metadata` };
}

/** Writes the metadata of this server. Its values hold no characters that XML would have to escape. */
export function writeMetadata(publicUrl: string, certificate: string): string {
  const { entityId, answerUrl } = serverAddresses(publicUrl);
  const der = new X509Certificate(certificate).raw.toString("base64");
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
    <md:KeyDescriptor use="encryption">
      <ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
      <md:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>
      <md:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
      <md:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>
    </md:KeyDescriptor>
    <md:AssertionConsumerService Binding="${answerBinding}" Location="${escapeXml(answerUrl)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Reads a provider's metadata from a text, or from an address.
 * @throws {AppError} `saml_metadata_invalid`, `saml_metadata_unreachable`.
 */
export async function readMetadata(
  context: Pick<SliceContext, "outbound" | "log">,
  from: { xml: string } | { url: string },
): Promise<SamlMetadata> {
  const xml = "xml" in from ? from.xml : await fetchMetadata(context, new URL(from.url));
  try {
    return metadataOf(xml);
  } catch (error) {
    throw new AppError("saml_metadata_invalid", { cause: error });
  }
}

async function fetchMetadata(
  { outbound, log }: Pick<SliceContext, "outbound" | "log">,
  url: URL,
): Promise<string> {
  const request = createGuardedRequest(outbound);
  try {
    const { status, content } = await request(url, {
      method: "GET",
      headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" },
      signal: AbortSignal.timeout(fetchMs),
      idleMs: fetchMs,
      maxBytes,
      // A super administrator names the provider, which may be in the company's own network.
      isHostAllowed: true,
    });
    if (status !== 200) throw new Error(`the provider answered ${status}`);
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  } catch (error) {
    log.warn({ err: error, host: url.host }, "saml: metadata could not be read");
    throw new AppError("saml_metadata_unreachable", { cause: error });
  } finally {
    request.close();
  }
}

/** @throws {Error} if something is missing or not as it must be. */
function metadataOf(xml: string): SamlMetadata {
  const root = parseStrictly(withoutComments(xml));
  // Federations publish many entities in one document, which does not say which one is the company's.
  const entities = elementsIn(root).filter((one) => isNamed(one, namespaces.metadata, "EntityDescriptor"));
  const providers = entities.flatMap((entity) =>
    childrenNamed(entity, namespaces.metadata, "IDPSSODescriptor").map((provider) => ({ entity, provider })),
  );
  const [one, another] = providers;
  if (!one || another) throw new RefusedMessage("it describes no identity provider, or several");
  const signInUrl = childrenNamed(one.provider, namespaces.metadata, "SingleSignOnService")
    .filter((service) => attributeOf(service, "Binding") === redirectBinding)
    .map((service) => attributeOf(service, "Location"))[0];
  const keys = childrenNamed(one.provider, namespaces.metadata, "KeyDescriptor").filter(
    (key) => attributeOf(key, "use") !== "encryption",
  );
  const certificates = keys
    .flatMap(elementsIn)
    .filter((element) => isNamed(element, namespaces.signature, "X509Certificate"))
    .map((element) => new X509Certificate(Buffer.from(textOf(element), "base64")).toString().trim());
  return samlMetadataSchema.parse({
    entityId: attributeOf(one.entity, "entityID"),
    signInUrl,
    certificates: [...new Set(certificates)],
  });
}

/** Comments are usual in metadata, which an administrator confirms. */
function withoutComments(xml: string): string {
  const parts = xml.split("<!--");
  return parts
    .map((part, index) => (index === 0 ? part : part.slice((part.indexOf("-->") + 1 || part.length + 1) + 2)))
    .join("");
}
