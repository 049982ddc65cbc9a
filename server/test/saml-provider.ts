import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as samlify from "samlify";
import {
  assertionOf,
  newSigningPair,
  persistent,
  responseOf,
  type SamlFacts,
  type SigningPair,
} from "./saml-signing.ts";

/** Somebody at the company's provider. Change what it says of them at any time. */
export interface SamlPerson {
  /** Never changes, whatever their email is. */
  nameId: string;
  email: string;
  name?: string;
  groups?: readonly string[];
}

export interface SamlTestProvider {
  entityId: string;
  signInUrl: string;
  metadataUrl: string;
  pair: SigningPair;
  people: SamlPerson[];
  /** How it answers from now on. */
  ways: { encrypts: boolean; signsResponse: boolean };
  /** Returns the form that it posts to Atoll: the address and the response in base64. */
  answer(request: string | undefined, person: SamlPerson): Promise<{ action: string; response: string }>;
  close(): Promise<void>;
}

// The server validates; the provider has nothing to.
samlify.setSchemaValidator({ validate: async () => "not validated" });

/**
 * A real SAML 2.0 identity provider (samlify), as a company would have one, on this machine. Its sign-in page is one field
 * for the email and a button; the next page posts the response by itself.
 * @param readServerMetadata the metadata of Atoll, as an administrator would enter them at the provider.
 */
export async function startSamlProvider(
  readServerMetadata: () => Promise<string>,
  people: SamlPerson[] = [],
): Promise<SamlTestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const pair = newSigningPair();
  const ways = { encrypts: false, signsResponse: false };
  const signInUrl = `${origin}/sign-in`;
  const entityId = `${origin}/metadata`;
  const identity = () =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      signingCert: pair.certificate,
      isAssertionEncrypted: ways.encrypts,
      singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: signInUrl }],
      // The library warns without one.
      singleLogoutService: [
        { Binding: samlify.Constants.namespace.binding.redirect, Location: `${origin}/sign-out` },
      ],
      nameIDFormat: [persistent],
    });

  async function answer(request: string | undefined, person: SamlPerson) {
    const service = samlify.ServiceProvider({
      metadata: await readServerMetadata(),
      wantMessageSigned: ways.signsResponse,
    });
    const provider = identity();
    const parsed =
      request === undefined
        ? undefined
        : await provider.parseLoginRequest(service, "redirect", { query: { SAMLRequest: request } });
    const action = String(service.entityMeta.getAssertionConsumerService("post"));
    const facts: SamlFacts = {
      ...{ responseId: `_${randomUUID()}`, assertionId: `_${randomUUID()}`, issuer: entityId },
      ...{ destination: action, recipient: action, audience: String(service.entityMeta.getEntityID()) },
      inResponseTo: String(parsed?.extract.request?.id ?? ""),
      ...{ nameId: person.nameId, nameIdFormat: persistent, at: new Date() },
      attributes: {
        email: [person.email],
        ...(person.name && { name: [person.name] }),
        ...(person.groups && { groups: person.groups }),
      },
    };
    const made = await provider.createLoginResponse(
      service,
      { extract: { ...parsed?.extract } },
      "post",
      { email: person.email },
      {
        encryptThenSign: ways.signsResponse,
        customTagReplacement: () => ({
          id: facts.responseId,
          context: responseOf(facts, assertionOf(facts)),
        }),
      },
    );
    return { action, response: String(made.context) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const html = (body: string) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(body));
    if (url.pathname === "/metadata") {
      response.writeHead(200, { "content-type": "application/samlmetadata+xml" });
      response.end(identity().getMetadata());
    } else if (request.method === "POST") {
      const email = new URLSearchParams(await text(request)).get("email");
      const person = people.find((one) => one.email === email);
      if (!person) return void html("<p>Nobody has this email.</p>");
      const form = await answer(url.searchParams.get("SAMLRequest") ?? undefined, person);
      html(
        `<form method="post" action="${form.action}"><input type="hidden" name="SAMLResponse" value="${form.response}"></form><script>document.forms[0].submit()</script>`,
      );
    } else html(signInForm);
  }

  server.on("request", (request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    ...{ entityId, signInUrl, metadataUrl: `${origin}/metadata`, pair, people, ways, answer },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Company sign-on</title><link rel="icon" href="data:,"></head><body><main><h1>Company sign-on</h1>${body}</main></body></html>`;

const signInForm = `<form method="post">
<label>Email <input name="email" type="email" required></label>
<button type="submit">Continue</button>
</form>`;
