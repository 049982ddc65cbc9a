import { signOnRoutes } from "@atoll/contract/directories/sign-on-routes";
import { type SamlSettings, samlPresets } from "@atoll/contract/directories/sign-on-schemas";
import { uuidv7 } from "uuidv7";
import { newSigningPair } from "../../saml-signing.ts";
import { everyone } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";

interface Things {
  samlId: string;
  oidcId: string;
}

type Input = CaseInput<Things>;

const { certificate } = newSigningPair();
const settings: SamlSettings = {
  ...{ entityId: "https://login.example.com/saml", signInUrl: "https://login.example.com/sign-in" },
  ...{ certificates: [certificate], ...samlPresets.others },
  ...{
    hasVerifiedEmails: false,
    createsPending: false,
    mayStartAtProvider: false,
    wantsSignedResponse: false,
  },
};
const der = certificate.replaceAll(/-----[A-Z ]+-----|\n/g, "");
const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${settings.entityId}">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${der}</X509Certificate></X509Data></KeyInfo>
</KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${settings.signInUrl}"/>
</IDPSSODescriptor></EntityDescriptor>`;

/** There is one provider of each kind, on trial, so that people sign in as before. */
async function furnish({ db }: World): Promise<Things> {
  const [samlId, oidcId] = [uuidv7(), uuidv7()];
  await db
    .insertInto("directories")
    .values([
      { id: samlId, name: "Company by SAML", kind: "saml" },
      { id: oidcId, name: "Company by OpenID Connect", kind: "oidc" },
    ])
    .execute();
  return { samlId, oidcId };
}

const ofSaml = ({ things }: Input) => ({ params: { directoryId: things.samlId } });
const ofOidc = ({ things }: Input) => ({ params: { directoryId: things.oidcId } });
const unknown = () => ({ params: { directoryId: uuidv7() } });
const ofOther = (request: (input: Input) => { params: { directoryId: string } }) => ({
  request,
  expect: only(superAdmins, "directory_not_found"),
});
const closed = { "not started": { request: () => ({}), expect: everyone("single_sign_on_off") } };

async function versionOf({ world }: Input, id: string): Promise<number> {
  const row = await world.db
    .selectFrom("directories")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.version;
}

export const signOnSlice = defineSlice({
  name: "sign-on",
  routes: signOnRoutes,
  eventNames: {},
  furnish,
  rows: {
    getOidcSettings: {
      "as it is": { request: ofOidc, expect: only(superAdmins) },
      "of SAML": ofOther(ofSaml),
    },
    setOidcSettings: {
      "as seen": {
        request: async (input: Input) => ({
          ...ofOidc(input),
          body: {
            version: await versionOf(input, input.things.oidcId),
            settings: { groupClaim: "groups" },
          },
        }),
        expect: only(superAdmins),
        isOneAtATime: true,
      },
      "of SAML": {
        request: (input: Input) => ({
          ...ofSaml(input),
          body: { version: 1, settings: { groupClaim: "groups" } },
        }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    addDirectoryGroup: {
      named: {
        request: (input: Input) => ({ ...ofOidc(input), body: { name: "Engineers" } }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ ...unknown(), body: { name: "Engineers" } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    getSamlSettings: {
      "as it is": { request: ofSaml, expect: only(superAdmins) },
      "of OpenID Connect": ofOther(ofOidc),
    },
    setSamlSettings: {
      "as seen": {
        request: async (input: Input) => ({
          ...ofSaml(input),
          body: { version: await versionOf(input, input.things.samlId), settings },
        }),
        expect: only(superAdmins),
        isOneAtATime: true,
      },
      "of OpenID Connect": {
        request: (input: Input) => ({ ...ofOidc(input), body: { version: 1, settings } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    readSamlMetadata: {
      "a text": {
        request: (input: Input) => ({ ...ofSaml(input), body: { xml: metadata } }),
        expect: only(superAdmins),
      },
      "no metadata": {
        request: (input: Input) => ({ ...ofSaml(input), body: { xml: "<html></html>" } }),
        expect: only(superAdmins, "saml_metadata_invalid"),
      },
    },
    renewSamlKey: {
      "another one": {
        request: async (input: Input) => ({
          ...ofSaml(input),
          body: { version: await versionOf(input, input.things.samlId) },
        }),
        expect: only(superAdmins),
        isOneAtATime: true,
      },
      missing: {
        request: () => ({ ...unknown(), body: { version: 1 } }),
        expect: only(superAdmins, "directory_not_found"),
      },
    },
    startSamlTrial: {
      "without an address of the server": {
        request: ofSaml,
        expect: only(superAdmins, "saml_not_set"),
        lacksOutside: true,
      },
    },
    getSamlTrial: {
      missing: {
        request: (input: Input) => ({
          params: { directoryId: input.things.samlId, trialId: uuidv7() },
        }),
        expect: only(superAdmins, "saml_trial_not_found"),
      },
    },
    startSaml: {
      "not started": { request: () => ({ query: {} }), expect: everyone("single_sign_on_off") },
    },
    finishSaml: closed,
    getSamlMetadata: closed,
  },
  events: {},
});
