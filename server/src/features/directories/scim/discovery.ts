import { coreGroup, coreUser, enterpriseUser, type Json } from "./resources.ts";

const configSchema = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const typeSchema = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const schemaSchema = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** A list may have this many resources in one answer. */
export const maxResults = 100;

/** The abilities of this service, as RFC 7643, section 5, has it. */
export function serviceConfig(base: string): Json {
  return {
    schemas: [configSchema],
    documentationUri: "https://datatracker.ietf.org/doc/html/rfc7644",
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        ...{ type: "oauthbearertoken", name: "Bearer token", primary: true },
        description: "The secret of the directory, from the administration of Atoll.",
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** The types of resources. */
export function resourceTypes(base: string): Json[] {
  const type = (id: "User" | "Group", description: string, schema: string, more: Json = {}) => ({
    schemas: [typeSchema],
    ...{ id, name: id, endpoint: `/${id}s`, description, schema },
    ...more,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${id}` },
  });
  return [
    type("User", "A person of the company", coreUser, {
      schemaExtensions: [{ schema: enterpriseUser, required: false }],
    }),
    type("Group", "A group of people", coreGroup),
  ];
}

const plain = { type: "string", multiValued: false, required: false, caseExact: false };
const standard = { mutability: "readWrite", returned: "default", uniqueness: "none" };
const text = (name: string, description: string, more: Json = {}) => ({
  ...{ name, description, ...plain, ...standard },
  ...more,
});
const parts = (name: string, description: string, subAttributes: Json[], more: Json = {}) => ({
  ...{ name, description, type: "complex", multiValued: false, required: false, ...standard },
  ...more,
  subAttributes,
});
const boolean = { type: "boolean", caseExact: undefined };
const readOnly = { mutability: "readOnly" };

/** The schemas, with the attributes that Atoll uses. Others are kept as they are sent. */
export function schemas(base: string): Json[] {
  const schema = (id: string, name: string, description: string, attributes: Json[]) => ({
    schemas: [schemaSchema],
    ...{ id, name, description, attributes },
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  });
  return [
    schema(coreUser, "User", "A person of the company", [
      text("userName", "How the directory knows the person", { required: true, uniqueness: "server" }),
      parts("name", "The parts of the name", [
        text("formatted", "The whole name"),
        text("familyName", "The family name"),
        text("givenName", "The given name"),
      ]),
      text("displayName", "The name that colleagues see"),
      text("preferredLanguage", "The language of dates and numbers, at the first sign-in"),
      text("locale", "The same, if there is no preferred language"),
      text("active", "Whether the person may sign in", boolean),
      parts(
        "emails",
        "The address: the primary one, that for work, or the first",
        [
          text("value", "The address"),
          text("type", "Such as work"),
          text("primary", "Whether it comes first", boolean),
        ],
        { multiValued: true },
      ),
      parts(
        "groups",
        "The groups that the person is directly in",
        [text("value", "The id", readOnly), text("display", "The name", readOnly)],
        { multiValued: true, ...readOnly },
      ),
    ]),
    schema(enterpriseUser, "EnterpriseUser", "A person at work", [
      text("department", "The department, which can be mapped to departments and roles"),
    ]),
    schema(coreGroup, "Group", "A group of people", [
      text("displayName", "The name", { required: true, uniqueness: "server" }),
      parts(
        "members",
        "The people and groups in it",
        [text("value", "The id"), text("display", "The name", readOnly), text("type", "User or Group")],
        { multiValued: true },
      ),
    ]),
  ];
}
