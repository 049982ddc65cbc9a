import { z } from "zod";

/** Where a directory is asked: without encryption only on the server's own machine. */
const ldapUrlSchema = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^ldaps?:\/\/(?:\[[0-9a-fA-F:]+\]|[\w.-]+)(?::\d{1,5})?\/?$/,
    "Write ldaps://host or ldap://host, with a port if needed",
  );

/** One line of text, without control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, "This has a character that cannot be shown");
const attributeName = line(100).regex(/^[A-Za-z][\w.;-]*$/, "This is no name of an attribute");
const filterSchema = line(2000).regex(
  /^\(.*\)$/,
  "A filter stands in brackets, such as (objectClass=person)",
);

/** How a directory is read by LDAP. The password is apart from it. */
export const ldapSettingsSchema = z
  .object({
    /** Servers of the same directory. The next one is asked when one cannot be reached. */
    urls: z.array(ldapUrlSchema).min(1, "Enter at least one server").max(5, "Enter at most five servers"),
    startTls: z.boolean(),
    /** In PEM. Empty: the certificate authorities that the server trusts anyway. */
    caCertificate: z.string().trim().max(40_000),
    /** The account that reads. Empty: anonymous. */
    bindDn: line(1000),
    peopleBase: line(1000).min(1, "Enter where the people are"),
    peopleFilter: filterSchema,
    /** Empty: no groups are read. */
    groupBase: line(1000),
    groupFilter: filterSchema,
    attributes: z.object({
      id: attributeName,
      userName: attributeName,
      name: attributeName,
      email: attributeName,
      department: attributeName,
      language: attributeName,
      groupName: attributeName,
      member: attributeName,
    }),
    /** Whether people sign in with their password of the directory. */
    maySignIn: z.boolean(),
    /** A run stops when more of the people than this would leave at once. */
    leaverPercent: z.number().int().min(1).max(100),
  })
  .superRefine(({ urls, startTls }, context) => {
    for (const [index, url] of urls.entries())
      if (url.startsWith("ldap://") && !startTls && !isOwnMachine(url))
        context.addIssue({
          code: "custom",
          path: ["urls", index],
          message: "Use ldaps:// or StartTLS: without, passwords can be read on the way",
        });
  });
export type LdapSettings = z.infer<typeof ldapSettingsSchema>;

const isOwnMachine = (url: string) => /^ldap:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/?$/.test(url);

/** The usual settings of the two kinds of directories that there are most of. */
export const ldapPresets = {
  openldap: {
    peopleFilter: "(objectClass=inetOrgPerson)",
    groupFilter: "(objectClass=groupOfNames)",
    attributes: {
      ...{ id: "entryUUID", userName: "uid", name: "displayName", email: "mail" },
      ...{ department: "departmentNumber", language: "preferredLanguage", groupName: "cn", member: "member" },
    },
  },
  activeDirectory: {
    peopleFilter: "(&(objectCategory=person)(objectClass=user)(mail=*))",
    groupFilter: "(objectClass=group)",
    attributes: {
      ...{ id: "objectGUID", userName: "userPrincipalName", name: "displayName", email: "mail" },
      ...{ department: "department", language: "preferredLanguage", groupName: "cn", member: "member" },
    },
  },
} as const satisfies Record<string, Pick<LdapSettings, "peopleFilter" | "groupFilter" | "attributes">>;
