import type { Operation } from "@atoll/contract/cards/api-schemas";
import { expect, test } from "vitest";
import { curlOf, exampleBody, partsIn, takesBody } from "./example-body.ts";

const part = (type: string, isRequired = false) => ({ type, isRequired });
const operation: Operation = {
  method: "POST",
  path: "/invoices/{id}",
  source: "billing",
  request: {
    "path id": part("string", true),
    "header Idempotency-Key": part("string"),
    "body amount": part("object"),
    "body amount value": part("number"),
    "body due_on": part("string (date)"),
    "body lines": part("array of object"),
    "body[] sku": part("string"),
  },
};

test("an example has a value of its type for each field, also inside of others", () => {
  expect(JSON.parse(exampleBody(operation))).toEqual({
    amount: { value: 1 },
    due_on: "2026-11-27",
    lines: [],
  });
  expect([takesBody(operation), takesBody({ ...operation, method: "GET" })]).toEqual([true, false]);
  expect(partsIn(operation, "header").map(({ name }) => name)).toEqual(["Idempotency-Key"]);
});

test("quotes each value of a terminal command as one argument", () => {
  expect(curlOf("POST", "https://a.example/it's", [], "{}")).toBe(
    "curl -X POST 'https://a.example/it'\\''s' \\\n  -H 'Content-Type: application/json' \\\n  -d '{}'",
  );
});
