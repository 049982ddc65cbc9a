import type { Operation, Trial } from "@atoll/contract/cards/api-schemas";
import { AppError } from "../../../platform/app-error.ts";

/** Headers that belong to the connection, or say who calls. */
const ownHeaders =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|forwarded|x-forwarded-.*|x-real-ip|proxy-.*)$/;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Returns the address of an operation on a server. It stays below the server's own, whatever the path and the values say.
 * @throws {AppError} `card_trial_wrong` for a value that is missing or leads elsewhere.
 */
export function addressOf(
  server: string,
  { path }: Pick<Operation, "path">,
  given: Pick<Trial, "path" | "query">,
): URL {
  const base = new URL(server);
  const prefix = base.pathname.replace(/\/$/, "");
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const value = given.path.find((one) => one.name === name)?.value ?? "";
    if (value === "") throw wrong("path", `Enter ${name}`);
    // A segment of dots is removed from an address, with the one before it.
    if (/^\.{1,2}$/.test(value)) throw wrong("path", `${name} cannot be ${value}`);
    return encodeURIComponent(value.toWellFormed());
  });
  const url = new URL(base);
  url.pathname = prefix + (filled.startsWith("/") ? filled : `/${filled}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
    throw wrong("path", "The path leads away from the server");
  for (const { name, value } of given.query) url.searchParams.append(name, value.toWellFormed());
  return url;
}

/** @throws {AppError} `card_trial_wrong` for one that cannot be sent. */
export function headersOf(given: Trial["headers"], hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8", "user-agent": "Atoll" };
  if (hasBody) headers["content-type"] = "application/json";
  for (const { name, value } of given) {
    const key = name.toLowerCase();
    if (!headerName.test(name) || ownHeaders.test(key)) throw wrong("headers", `${name} cannot be sent`);
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw wrong("headers", `The value of ${name} cannot be sent`);
    headers[key] = value;
  }
  return headers;
}

function wrong(path: string, message: string): AppError {
  return new AppError("card_trial_wrong", { fields: [{ path, message }] });
}
