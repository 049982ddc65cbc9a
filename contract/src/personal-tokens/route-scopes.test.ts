import { describe, expect, test } from "vitest";
import { isHeldInMaintenance } from "../operation/maintenance.ts";
import type { Route } from "../route.ts";
import { routes } from "../routes.ts";
import { coversScope, tokenScopes } from "./areas.ts";
import { exceptions, scopeOf } from "./route-scopes.ts";

const all = Object.values(routes).flatMap((slice): Route[] => Object.values(slice));
const addresses = all.map(({ method, path }) => `${method} ${path}`);

describe("the scope of a route", () => {
  test.each(all.filter(({ access }) => access === "signed-in"))(
    "$method $path has a place: an area that people can choose, any token, or browsers only",
    (route) => {
      expect([...tokenScopes, "any", "browsers"]).toContain(scopeOf(route));
    },
  );

  test("differs from that of its slice only for routes that exist", () => {
    expect(Object.keys(exceptions).filter((address) => !addresses.includes(address))).toEqual([]);
  });

  test("lets no program manage sign-in, access, other programs, or approve anything", () => {
    const guarded =
      /^\/api\/(auth\/(?!user$)|push|passkeys|sensitive-cards|calendar-feed|feeds|card-hooks\/:hookId$)|\/hooks$|personal-token|\/approval$/;
    const open = all.filter(
      (route) => route.access === "signed-in" && guarded.test(route.path) && scopeOf(route) !== "browsers",
    );
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      // A list without secrets.
      "GET /api/card-types/:typeId/hooks",
    ]);
    const administers = all.filter(
      ({ method, path, access }) =>
        access === "signed-in" && path.startsWith("/api/admin/") && method !== "GET",
    );
    expect(administers.filter((route) => scopeOf(route) !== "browsers")).toEqual([]);
  });

  test("is for writing if the route changes something, and otherwise for reading", () => {
    const wrong = all.filter((route) => {
      const scope = scopeOf(route);
      if (exceptions[`${route.method} ${route.path}`] !== undefined) return false;
      return (
        scope.endsWith(":read") !== (route.method === "GET" || route.reads === true) && scope !== "browsers"
      );
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("is for reading only if the route stays open in maintenance, when it is sent as POST", () => {
    const reads = all.filter((route) => route.method === "POST" && scopeOf(route).endsWith(":read"));
    expect(reads.map(({ path }) => path)).toContain("/api/task-fields/formulas/preview");
    expect(reads.filter((route) => isHeldInMaintenance(route))).toEqual([]);
  });

  test("is unknown, and so for browsers, outside the contract", () => {
    expect(scopeOf({ method: "GET", path: "/api/elsewhere" })).toBe("browsers");
  });
});

test("writing in an area includes reading in it, and nothing else", () => {
  expect(coversScope(["tasks:write"], "tasks:read")).toBe(true);
  expect(coversScope(["tasks:read"], "tasks:write")).toBe(false);
  expect(coversScope(["tasks:write"], "chat:read")).toBe(false);
});
