import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { StartError } from "../log/start-error.ts";
import { readConfig } from "./config.ts";

test("defaults to the embedded database on port 3000", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    dataFolder: "data",
    maxFileBytes: 100 * 1024 * 1024,
    companyName: "Atoll",
    adminPassword: undefined,
    demo: false,
    isFullExportAllowed: false,
    singleSignOn: undefined,
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

type Wrong = [name: string, value: string, message: string];

test.each<Wrong>([
  ["PORT", "ninety", "PORT should be a port number"],
  ["PORT", "70000", "PORT should be 0 to 65535"],
  ["PORT", "80.5", "PORT should be a whole number"],
  [
    "DATABASE_URL",
    "mysql://somewhere",
    "DATABASE_URL should be an address like postgres://user:password@host:5432/name",
  ],
  ["BUS_URL", "nats://bus:4222", "BUS_URL should be an address like rediss://user:password@host:6379"],
  ["BUS_URL", "redis://bus:port", "BUS_URL should be an address like rediss://user:password@host:6379"],
  ["ATOLL_ADMIN_EMAIL", "nobody", "ATOLL_ADMIN_EMAIL should be an email address"],
  ["ATOLL_ADMIN_PASSWORD", "short", "ATOLL_ADMIN_PASSWORD should be at least 10 characters"],
  ["ATOLL_LOG_LEVEL", "loud", "ATOLL_LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent"],
  [
    "ATOLL_PUBLIC_URL",
    "http://atoll.example.com",
    "ATOLL_PUBLIC_URL should be an address like https://atoll.example.com (http only on localhost)",
  ],
  [
    "ATOLL_PUBLIC_URL",
    "https://example.com/atoll",
    "ATOLL_PUBLIC_URL should be an address without a path, like https://atoll.example.com",
  ],
  ["ATOLL_OIDC_CLIENT_ID", "atoll", "ATOLL_OIDC_ISSUER should be set when ATOLL_OIDC_CLIENT_ID is"],
  ["ATOLL_OIDC_CREATE_PENDING", "1", "ATOLL_OIDC_ISSUER should be set when ATOLL_OIDC_CREATE_PENDING is"],
  ["ATOLL_MAX_FILE_MB", "lots", "ATOLL_MAX_FILE_MB should be a number of megabytes"],
  ["ATOLL_MAX_FILE_MB", "0", "ATOLL_MAX_FILE_MB should be 1 to 10240"],
  ["ATOLL_PREPARED_STATEMENTS", "maybe", "ATOLL_PREPARED_STATEMENTS should be 1 or 0"],
  ...["true", "proxy.example", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.1,,10.0.0.2"].map(
    (value): Wrong => [
      "ATOLL_TRUSTED_PROXY",
      value,
      "ATOLL_TRUSTED_PROXY should be addresses or networks, separated by commas",
    ],
  ),
])("%s=%s is named with what it should be", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new StartError(message, "Correct the environment and start again."),
  );
});

test("names every invalid variable at once, without their values", () => {
  const wrong = () => readConfig({ PORT: "ninety", ATOLL_ADMIN_PASSWORD: "secret" });
  expect(wrong).toThrow(/PORT.*\n.*ATOLL_ADMIN_PASSWORD/);
  expect(wrong).not.toThrow(/secret/);
});

test("reads a secret from a file, and names a file that it cannot use without its content", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atoll-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [file, empty] = [join(folder, "password"), join(folder, "empty")];
  await writeFile(file, "a long password\r\n");
  await writeFile(empty, "\n");
  const read = (env: Record<string, string>) => () => readConfig(env);
  expect(read({ ATOLL_ADMIN_PASSWORD_FILE: file })().adminPassword).toBe("a long password");
  // An empty variable counts as not set.
  expect(read({ ATOLL_ADMIN_PASSWORD_FILE: file, ATOLL_ADMIN_PASSWORD: "" })().adminPassword).toBeDefined();
  expect(read({ ATOLL_ADMIN_PASSWORD_FILE: file, ATOLL_ADMIN_PASSWORD: "another one" })).toThrow(
    "ATOLL_ADMIN_PASSWORD_FILE should be left out when ATOLL_ADMIN_PASSWORD is set",
  );
  expect(read({ DATABASE_URL_FILE: join(folder, "none") })).toThrow(/DATABASE_URL_FILE .* does not exist/);
  expect(read({ SMTP_URL_FILE: empty })).toThrow(
    `SMTP_URL_FILE should be a file with the secret in it; ${empty} is empty`,
  );
  expect(read({ DATABASE_URL_FILE: file })).not.toThrow("a long password");
});

test("finds a secret among systemd's credentials by the name of its setting, and refuses two places for one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atoll-credentials-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "ATOLL_ADMIN_PASSWORD");
  await writeFile(file, "a long password\n");
  await writeFile(join(folder, "admin-password"), "another long one");
  const read = (env: Record<string, string>) => () => readConfig({ CREDENTIALS_DIRECTORY: folder, ...env });
  expect(read({})()).toMatchObject({ adminPassword: "a long password", databaseUrl: undefined });
  expect(read({ ATOLL_ADMIN_PASSWORD: "another one" })).toThrow(
    "the credential ATOLL_ADMIN_PASSWORD should be left out when ATOLL_ADMIN_PASSWORD is set",
  );
  expect(read({ ATOLL_ADMIN_PASSWORD_FILE: join(folder, "admin-password") })).toThrow(
    "ATOLL_ADMIN_PASSWORD_FILE should be left out when there is the credential ATOLL_ADMIN_PASSWORD",
  );
  await writeFile(file, "");
  expect(read({})).toThrow(`should be a file with the secret in it; ${file} is empty`);
  await rm(file);
  expect(read({})().adminPassword).toBeUndefined();
  await symlink(join(folder, "none"), join(folder, "DATABASE_URL"));
  expect(read({})).toThrow(
    /the credential DATABASE_URL should be a file that Atoll can read; .* does not exist/,
  );
  expect(read({ CREDENTIALS_DIRECTORY: join(folder, "admin-password") })).toThrow(
    /the credential DATABASE_URL should be a file that Atoll can read; .* cannot be read \(ENOTDIR\)/,
  );
});

describe("the mail server", () => {
  const mail = (change: Record<string, string>) =>
    readConfig({
      SMTP_URL: "smtp://mail.example.com",
      MAIL_FROM: '"Pelican Works" <atoll@example.com>',
      ATOLL_PUBLIC_URL: "https://atoll.example.com",
      ...change,
    }).mail;
  const server = (SMTP_URL: string) => mail({ SMTP_URL })?.server;

  test("gets a password only over TLS, except on this machine", () => {
    expect(mail({ SMTP_URL: "smtp://us%40er:pa%3Ass%2F@mail.example.com" })).toEqual({
      publicUrl: "https://atoll.example.com",
      from: { name: "Pelican Works", address: "atoll@example.com" },
      server: {
        ...{ host: "mail.example.com", port: 587, isSecure: false, requiresTls: true },
        user: { name: "us@er", password: "pa:ss/" },
      },
    });
    expect(server("smtps://user:word@mail.example.com")).toMatchObject({ port: 465, isSecure: true });
    expect(server("smtp://user:word@127.0.0.1:2525")).toMatchObject({ port: 2525, requiresTls: false });
    expect(server("smtp://[::1]:25")).toMatchObject({ host: "::1", user: undefined, requiresTls: false });
  });

  test.each([
    [{ SMTP_URL: "https://user:hush9@mail.example.com" }, "SMTP_URL should be an address like smtp://"],
    [{ MAIL_FROM: "a@example.com, b@example.com" }, "MAIL_FROM should be an address like Atoll <"],
    [{ MAIL_FROM: "Atoll\r\nBcc: <a@example.com>" }, "MAIL_FROM should be an address like Atoll <"],
    [{ MAIL_FROM: "" }, "MAIL_FROM should be set when SMTP_URL is"],
    [{ ATOLL_PUBLIC_URL: "" }, "ATOLL_PUBLIC_URL should be set when SMTP_URL is"],
    [{ SMTP_URL: "" }, "SMTP_URL should be set when MAIL_FROM is"],
  ])("refuses %o, without its password", (change, message) => {
    expect(() => mail(change)).toThrow(message);
    expect(() => mail(change)).not.toThrow("hush9");
  });
});

describe("mail in", () => {
  const whole = {
    MAIL_INBOUND_SECRET: "0123456789abcdef0123456789abcdef",
    MAIL_INBOUND_ADDRESS: "Atoll@in.Example.com",
    MAIL_INBOUND_AUTHSERV_ID: "MX.example.com",
  };

  test("is on with a secret, an address and the server whose results are believed", () => {
    expect(readConfig({}).mailIn).toBeUndefined();
    expect(readConfig(whole).mailIn).toEqual({
      ...{ secret: whole.MAIL_INBOUND_SECRET, authservId: "mx.example.com", takesBounces: true },
      address: { name: "atoll", domain: "in.example.com" },
    });
    expect(readConfig({ ...whole, MAIL_INBOUND_BOUNCES: "0" }).mailIn?.takesBounces).toBe(false);
  });

  test.each([
    [{ MAIL_INBOUND_SECRET: "short" }, "MAIL_INBOUND_SECRET should be at least 32"],
    [{ MAIL_INBOUND_ADDRESS: "a+b@in.example.com" }, "MAIL_INBOUND_ADDRESS should be an address like"],
    [{ MAIL_INBOUND_ADDRESS: `${"a".repeat(17)}@in.example.com` }, "MAIL_INBOUND_ADDRESS should be"],
    [{ MAIL_INBOUND_AUTHSERV_ID: "" }, "MAIL_INBOUND_AUTHSERV_ID should be set when MAIL_INBOUND_SECRET is"],
    [{ MAIL_INBOUND_SECRET: "" }, "MAIL_INBOUND_SECRET should be set when MAIL_INBOUND_ADDRESS is"],
  ])("refuses %o", (change, message) => {
    expect(() => readConfig({ ...whole, ...change })).toThrow(message);
  });
});

test("proxies are believed by address, by network or by name", () => {
  const { trustedProxies } = readConfig({ ATOLL_TRUSTED_PROXY: "127.0.0.1, 10.0.0.0/8,fd00::/8, loopback" });
  expect(trustedProxies).toEqual(["127.0.0.1", "10.0.0.0/8", "fd00::/8", "loopback"]);
});

describe("single sign-on", () => {
  const company = {
    ATOLL_PUBLIC_URL: "https://atoll.example.com/",
    ATOLL_OIDC_ISSUER: "https://login.example.com/realms/staff",
    ATOLL_OIDC_CLIENT_ID: "atoll",
  };

  test("needs a public address, an issuer and a client, and has defaults for the rest", () => {
    expect(readConfig(company).singleSignOn).toEqual({
      publicUrl: "https://atoll.example.com",
      issuer: "https://login.example.com/realms/staff",
      clientId: "atoll",
      clientSecret: undefined,
      name: "your company",
      roles: undefined,
      createsPending: false,
    });
  });

  test("maps values of a claim to roles, also names with equals signs in them", () => {
    const { singleSignOn } = readConfig({
      ...company,
      ATOLL_OIDC_CLIENT_SECRET: "a secret",
      ATOLL_OIDC_NAME: "Pelican Works",
      ATOLL_OIDC_ROLE_CLAIM: "groups",
      ATOLL_OIDC_ROLE_MAP: "engineers=user, cn=it=Admin",
      ATOLL_OIDC_CREATE_PENDING: "1",
    });
    expect(singleSignOn).toMatchObject({
      name: "Pelican Works",
      createsPending: true,
      roles: {
        claim: "groups",
        map: [
          { value: "engineers", role: "user" },
          { value: "cn=it", role: "admin" },
        ],
      },
    });
  });

  test.each([
    [{ ATOLL_OIDC_CLIENT_ID: "" }, "ATOLL_OIDC_CLIENT_ID should be set when ATOLL_OIDC_ISSUER is"],
    [{ ATOLL_PUBLIC_URL: "" }, "ATOLL_PUBLIC_URL should be set when ATOLL_OIDC_ISSUER is"],
    [
      { ATOLL_OIDC_ISSUER: "http://login.example.com" },
      "ATOLL_OIDC_ISSUER should be an address like https://login.example.com (http only on localhost)",
    ],
    [{ ATOLL_OIDC_ROLE_CLAIM: "groups" }, "ATOLL_OIDC_ROLE_MAP should be set when ATOLL_OIDC_ROLE_CLAIM is"],
    [{ ATOLL_OIDC_ROLE_MAP: "a=user" }, "ATOLL_OIDC_ROLE_CLAIM should be set when ATOLL_OIDC_ROLE_MAP is"],
    ...["engineers", "=user", "engineers=", "a=user,", "everyone=pending"].map((map): [object, string] => [
      { ATOLL_OIDC_ROLE_CLAIM: "groups", ATOLL_OIDC_ROLE_MAP: map },
      "ATOLL_OIDC_ROLE_MAP should be a list like engineers=user,it-admins=admin, without pending",
    ]),
  ])("%j stops the start", (changes, message) => {
    expect(() => readConfig({ ...company, ...changes })).toThrow(
      new StartError(message, "Correct the environment and start again."),
    );
  });

  test("a provider on this very machine may do without TLS", () => {
    const local = {
      ...company,
      ATOLL_PUBLIC_URL: "http://localhost:3000",
      ATOLL_OIDC_ISSUER: "http://127.0.0.1:9000",
    };
    expect(readConfig(local).singleSignOn).toMatchObject({
      publicUrl: "http://localhost:3000",
      issuer: "http://127.0.0.1:9000",
    });
  });
});
