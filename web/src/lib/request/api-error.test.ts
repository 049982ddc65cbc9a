import { expect, it } from "vitest";
import { ApiError, errorMessage, SpokenError } from "./api-error.ts";
import { unreachable } from "./request.ts";

it("shows error texts written for people, and none of the browser's own", () => {
  expect(errorMessage(new ApiError({ code: "forbidden", message: "You may not.", status: 403 }))).toBe(
    "You may not.",
  );
  expect(errorMessage(new SpokenError("The file is gone."), "Failed")).toBe("The file is gone.");
  const raw = new TypeError("Cannot read properties of undefined (reading 'id')");
  expect(errorMessage(raw, "Failed to add reaction")).toBe("Failed to add reaction");
  expect(errorMessage(raw)).toBe("An error occurred");
});

it("shows the caller's text for a gateway's answer, which gives no reason, and says when no answer came", () => {
  expect(errorMessage(unreachable(502), "Failed to load tasks")).toBe("Failed to load tasks");
  expect(errorMessage(unreachable(502))).toContain("cannot be reached");
  expect(errorMessage(unreachable(0), "Failed to load tasks")).toContain("cannot be reached");
});
