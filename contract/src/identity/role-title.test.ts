import { expect, it } from "vitest";
import { roleTitle } from "./role-title.ts";

it("shows the name of a role as people read it", () => {
  const titles = ["super_admin", "user", "on_call", "DevOps lead", "Área_7", "_x", "b__c"].map(roleTitle);
  expect(titles).toEqual(["Super admin", "User", "On call", "DevOps lead", "Área_7", "_x", "b__c"]);
});
