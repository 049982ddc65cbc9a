import type { ErrorBody } from "@atoll/contract/errors/error-body";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { fits, type Shape } from "../shape.ts";

type ToldError = Omit<ErrorBody["error"], "code"> & { code: ErrorCode };

const bodyShape: Shape<ErrorBody> = { error: "object" };
const errorShape: Shape<ErrorBody["error"]> = {
  code: "string",
  message: "string",
  requestId: "string?",
  fields: "objects?",
};
const fieldShape: Shape<{ path: string; message: string }> = { path: "string", message: "string" };

/** Parses the body of an error response. Null if it is not one of Atoll's. */
export function readErrorBody(body: unknown): ToldError | null {
  if (!fits(body, bodyShape) || !fits(body.error, errorShape)) return null;
  const { code, message, requestId, fields } = body.error;
  if (!isCode(code) || !(fields ?? []).every((field) => fits(field, fieldShape))) return null;
  return { code, message, requestId, fields };
}

/** By its form alone: the table is not loaded, and a server that was just updated may know one more. */
function isCode(code: string): code is ErrorCode {
  return /^[a-z]+(?:_[a-z]+)*$/.test(code);
}
