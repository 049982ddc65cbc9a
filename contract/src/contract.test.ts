import { describe, expect, test } from "vitest";
import { z } from "zod";
import { placesOf } from "../test/attack/places.ts";
import { departmentSlug } from "./departments.ts";
import { errors } from "./errors/errors.ts";
import { events } from "./events.ts";
import { isHeldInMaintenance } from "./operation/maintenance.ts";
import { permissions } from "./permission-list.ts";
import { hasPermission, isPending, resolveRole } from "./permissions.ts";
import { bodyLimits, type Route } from "./route.ts";
import { routes } from "./routes.ts";

const all: [string, Route][] = Object.values(routes).flatMap((slice): [string, Route][] =>
  Object.entries(slice),
);

describe("the registry of routes", () => {
  test("names every address once", () => {
    const addresses = all.map(([, route]) => `${route.method} ${route.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(all)("%s states a summary, and what it answers", (_name, route) => {
    expect(route.summary).toMatch(/\.$/);
    const isBare = [202, 204, 302].includes(route.status) || route.responseKind === "stream";
    expect(route.response === undefined).toBe(isBare);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const declared = route.params instanceof z.ZodObject ? Object.keys(route.params.shape) : [];
    expect(declared.toSorted()).toEqual(inPath.toSorted());
  });

  test("leaves open during maintenance each deletion that only takes access away", () => {
    const held = all.filter(
      ([, route]) => route.method === "DELETE" && route.changesRights && isHeldInMaintenance(route),
    );
    // These give access, or delete work along with it.
    expect(held.map(([, { path }]) => path).toSorted()).toEqual([
      "/api/admin/bots/:botId",
      "/api/admin/departments/:departmentId",
      "/api/admin/mail/refusals/:userId",
      "/api/admin/roles/:roleId",
      "/api/admin/users/:userId",
      "/api/admin/users/:userId/disablement",
      "/api/auth/second-factor",
    ]);
  });

  test("refuses another name during maintenance, but not another password", () => {
    const route = routes.identity.updateCurrentUser;
    expect(isHeldInMaintenance(route, { name: "Ada", password: "a new one" })).toBe(true);
    expect(isHeldInMaintenance(route, { password: "a new one" })).toBe(false);
  });

  test("aggregates, imports and exports are part of a person's budget of heavy work", () => {
    const isBulk =
      /\/(export|overview|figures|analytics|diagram|series|import|imports\/preview|imports|ideas\/summary)$/;
    const light = all.filter(([, { path, heavy, bodyKind }]) => isBulk.test(path) && !heavy && !bodyKind);
    expect(light.map(([name]) => name)).toEqual([]);
  });

  test.each(all)("%s has a rate limit that stops abuse and permits normal use", (_name, route) => {
    const { max, windowSeconds, by } = route.rateLimit;
    const perMinute = (max * 60) / windowSeconds;
    expect(Number.isInteger(max) && Number.isInteger(windowSeconds)).toBe(true);
    expect(windowSeconds).toBeLessThanOrEqual(3600);
    expect(perMinute).toBeGreaterThanOrEqual(1);
    // A page of pictures is many files, and an office shares one address.
    // Other programs call a hook for each thing that happens, and directories say all about each person, from a few addresses.
    const isForPrograms = route.bodyKind === "raw" || route.errorKind === "scim";
    const most = isForPrograms ? 15_000 : route.responseKind === "stream" ? 3000 : 600;
    expect(perMinute).toBeLessThanOrEqual(most);
    // Signed-in people are counted by account, so an office behind one address does not share a limit.
    expect(by).toBe(route.access === "public" ? "address" : "viewer");
    // Nobody writes as often as screens read.
    if (!isReading(route) && by === "viewer") expect(perMinute).toBeLessThanOrEqual(240);
  });

  test.each(all)("%s reads a body no larger than it needs", (name, route) => {
    if (route.method === "GET") expect(route.body).toBeUndefined();
    const longest = route.body ? placesOf(route.body).map(({ maxLength }) => maxLength ?? 0) : [];
    expect(Math.max(0, ...longest)).toBeLessThanOrEqual(route.bodyLimitBytes ?? bodyLimits[route.access]);
    if (route.bodyLimitBytes === undefined) return;
    // The caller of a hook proves itself by a signature over the raw body.
    expect(route.body !== undefined || route.bodyKind === "raw").toBe(true);
    if (route.access === "public") expect(route.bodyKind).toBe("raw");
    expect(route.bodyLimitBytes).toBeGreaterThan(bodyLimits["signed-in"]);
    // A file that is imported is read in turns, and kept in memory while it is. The operator's mail server proves itself
    // before its mail is read, and a node reads only a few at once.
    const largest =
      route.heavy === "bulk" ? 12_000_000 : name === "receiveMail" ? 32 * 1024 * 1024 : 1024 * 1024;
    expect(route.bodyLimitBytes).toBeLessThanOrEqual(largest);
  });
});

test("every error has a status that says refusal or failure, and a text for people", () => {
  for (const { status, text } of Object.values(errors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text.length).toBeGreaterThan(10);
  }
});

test("events are named by what happened to what", () => {
  for (const name of Object.keys(events)) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*\.[a-z]+$/);
});

describe("permissions", () => {
  const holder = (roles: string[], pairs: [string, string][] = []) => ({
    roles: roles.map((name) => ({ name })),
    permissions: pairs.map(([resource, action]) => ({ resource, action })),
  });

  test("each pair is registered once, with a sentence", () => {
    const pairs = permissions.map(({ resource, action }) => `${resource}/${action}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const { sentence } of permissions) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });

  test.each([
    ["super admin", holder(["super_admin"]), true],
    ["admin in any case", holder(["Admin"]), true],
    ["admin/access", holder(["staff"], [["admin", "access"]]), true],
    ["the matching pair", holder(["staff"], [["tasks", "create"]]), true],
    ["another pair of the resource", holder(["staff"], [["tasks", "delete"]]), false],
    ["no pair", holder(["staff"]), false],
    ["pending, whatever else is granted", holder(["pending"], [["tasks", "create"]]), false],
    ["no role at all", holder([], [["tasks", "create"]]), false],
  ])("%s passes or fails as it should", (_name, person, passes) => {
    expect(hasPermission(person, "tasks", "create")).toBe(passes);
  });

  test("a role is resolved from its permissions", () => {
    expect(resolveRole(holder(["user", "super_admin"]))).toBe("SUPER_ADMIN");
    expect(resolveRole(holder(["admin"]))).toBe("ADMIN");
    expect(resolveRole(holder(["anything"]))).toBe("USER");
    expect(resolveRole(holder(["pending"]))).toBe("PENDING");
    expect(isPending(holder(["pending", "user"]))).toBe(false);
  });
});

test("a department's slug is its name lowercased with dashes", () => {
  expect(departmentSlug("Business Development")).toBe("business-development");
  expect(departmentSlug("  DevOps ")).toBe("devops");
});

/** Also procedures, which are called by POST, and the read mark, which moves with what is on the screen. */
function isReading({ method, path }: Route): boolean {
  return method === "GET" || path.startsWith("/api/rpc/") || path.endsWith("/read");
}
