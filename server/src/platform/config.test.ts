import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { StartError } from "./start-error.ts";

test("nothing set gives the embedded database on port 3000", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    dataFolder: "data",
    companyName: "Atoll",
    adminPassword: undefined,
    demo: false,
  });
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test.each([
  ["PORT", "ninety", "PORT should be a port number"],
  ["PORT", "70000", "PORT should be 0 to 65535"],
  ["PORT", "80.5", "PORT should be a whole number"],
  [
    "DATABASE_URL",
    "mysql://somewhere",
    "DATABASE_URL should be an address like postgres://user:password@host:5432/name",
  ],
  ["ATOLL_ADMIN_EMAIL", "nobody", "ATOLL_ADMIN_EMAIL should be an email address"],
  ["ATOLL_ADMIN_PASSWORD", "short", "ATOLL_ADMIN_PASSWORD should be at least 10 characters"],
  ["ATOLL_LOG_LEVEL", "loud", "ATOLL_LOG_LEVEL should be fatal, error, warn, info, debug, trace or silent"],
  ["ATOLL_PREPARED_STATEMENTS", "maybe", "ATOLL_PREPARED_STATEMENTS should be 1 or 0"],
])("%s=%s is named with what it should be", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new StartError(message, "Correct the environment and start again."),
  );
});

test("every wrong variable is named at once, and none of the values is repeated", () => {
  const wrong = () => readConfig({ PORT: "ninety", ATOLL_ADMIN_PASSWORD: "secret" });
  expect(wrong).toThrow(/PORT.*\n.*ATOLL_ADMIN_PASSWORD/);
  expect(wrong).not.toThrow(/secret/);
});
