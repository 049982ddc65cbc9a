/** A line of a header, as it was received. */
export interface HeaderLine {
  /** Its name, in lower case. */
  key: string;
  value: string;
}

/** One method of an `Authentication-Results` header, such as `dkim=pass header.d=example.com`. */
interface MethodResult {
  method: string;
  result: string;
  properties: Map<string, string>;
}

/** A real header is much shorter. */
const longestHeader = 8192;
const methods = ["dmarc", "dkim", "spf"] as const;

/**
 * Reads the lines of a head. Undefined if one of them has a name that mail servers may not read as this does: with a space
 * or a letter outside of ASCII in it or around it. A mail server does not remove such a line, whatever it looks like.
 */
export function readLines(head: string): HeaderLine[] | undefined {
  const lines = head.replace(/\r?\n(?=[ \t])/g, " ").split(/\r?\n/);
  const read = lines.map((line): HeaderLine | undefined => {
    const [whole, name = ""] = /^([!-9;-~]+):/.exec(line) ?? [];
    return whole === undefined
      ? undefined
      : { key: name.toLowerCase(), value: line.slice(whole.length).trim() };
  });
  return read.includes(undefined) ? undefined : read.filter((line) => line !== undefined);
}

/**
 * Returns whether the operator's mail server confirms the domain of a sender: by DMARC, or by a DKIM signature or an SPF
 * check of that domain or of one above it. A domain below it proves nothing, since anyone may own it. Only the topmost
 * header of the given server counts (RFC 8601): a sender can write more below it, also of methods that it does not have.
 */
export function isAuthenticated(
  lines: readonly HeaderLine[],
  { authservId, domain }: { authservId: string; domain: string },
): boolean {
  const results = resultsOf(lines, authservId);
  // The owner of the domain has said how it has to be checked.
  if (results.some(({ method, result }) => method === "dmarc" && result === "fail")) return false;
  return results.some(
    (one) =>
      (methods as readonly string[]).includes(one.method) && one.result === "pass" && isAligned(one, domain),
  );
}

/** Returns what the topmost header of a server says. Nothing if it, or one above it, cannot be read. */
function resultsOf(lines: readonly HeaderLine[], authservId: string): MethodResult[] {
  for (const { key, value } of lines) {
    if (key !== "authentication-results") continue;
    const parts = value.length <= longestHeader ? splitTokens(value) : [];
    const [name] = parts[0] ?? [];
    if (name === undefined) return [];
    if (name.toLowerCase() === authservId) return parts.slice(1).flatMap(readResult);
  }
  return [];
}

/**
 * Returns whether an address is of letters that mean nothing in a header of results. Some filters write what a sender chose
 * there without quotes, so that it could pass for a result.
 */
export function isPlainAddress(address: string): boolean {
  return /^[!-~]+$/.test(address) && !/["();<>\\,:[\]]/.test(address);
}

/** A mail that is older can be one that somebody else got long ago. */
const freshForMs = 7 * 24 * 3600_000;
/** Clocks differ. */
const aheadMs = 24 * 3600_000;
/** The headers that say where a mail was to go, and when, and which one it is: its sender must have written them. */
const own = ["to", "cc", "subject", "message-id", "date"] as const;

/**
 * Returns whether the sender of a mail wrote it to the addresses that it names, and lately. Else anyone who got a mail of
 * theirs could change its recipients and hand it over again. Either the sender's own server sent it (SPF, with the sender
 * as the sender of the envelope), or a signature that the mail server names covers all of that. A signature has to list
 * each header once more than the mail has it, so that none can be added.
 */
export function isSentByAuthor(
  lines: readonly HeaderLine[],
  of: { authservId: string; sender: string; envelopeSender: string; now: number },
): boolean {
  const { sender, envelopeSender } = of;
  const domain = sender.split("@")[1] ?? "";
  const countOf = (name: string) => lines.filter(({ key }) => key === name).length;
  const isClear =
    countOf("message-id") === 1 &&
    countOf("date") === 1 &&
    ["to", "cc", "subject"].every((name) => countOf(name) <= 1);
  const age = of.now - Date.parse(lines.find(({ key }) => key === "date")?.value ?? "");
  if (!isClear || !(age <= freshForMs && age >= -aheadMs)) return false;
  const passed = resultsOf(lines, of.authservId).filter(({ result }) => result === "pass");
  const isFromOwnServer = passed.some(({ method, properties }) => {
    const given = (properties.get("smtp.mailfrom") ?? "").toLowerCase();
    return method === "spf" && envelopeSender === sender && [sender, domain, `@${domain}`].includes(given);
  });
  if (isFromOwnServer) return true;
  const signatures = lines
    .filter(({ key }) => key === "dkim-signature")
    .slice(0, mostSignatures)
    .map(({ value }) => readSignature(value));
  return passed.some((one) => {
    if (one.method !== "dkim" || !isAligned(one, domain)) return false;
    const signed = signatures.filter((signature) => isNamed(signature, one));
    const [only] = signed;
    if (signed.length !== 1 || !only || only.has("l")) return false;
    const covered = (only.get("h") ?? "").toLowerCase().split(":");
    return own.every((name) => covered.filter((header) => header === name).length > countOf(name));
  });
}

const mostSignatures = 20;

/** Reads the tags of a signature (RFC 6376). Empty if one is there twice. */
function readSignature(value: string): ReadonlyMap<string, string> {
  const tags = value
    .slice(0, longestHeader)
    .replace(/\s/g, "")
    .split(";")
    .filter((tag) => tag !== "")
    .map((tag): [string, string] => [tag.slice(0, tag.indexOf("=")), tag.slice(tag.indexOf("=") + 1)]);
  const read = new Map(tags);
  return read.size === tags.length ? read : new Map();
}

/** Returns whether a result is about this signature. One that names only the domain could be about any. */
function isNamed(signature: ReadonlyMap<string, string>, { properties }: MethodResult): boolean {
  const [domain, selector, beginning] = ["header.d", "header.s", "header.b"].map(
    (name) => properties.get(name) ?? "",
  );
  if (!domain || signature.get("d")?.toLowerCase() !== domain.toLowerCase()) return false;
  if (selector && signature.get("s")?.toLowerCase() !== selector.toLowerCase()) return false;
  if (beginning && !signature.get("b")?.startsWith(beginning)) return false;
  return selector !== "" || (beginning ?? "").length >= 8;
}

function isAligned({ method, properties }: MethodResult, domain: string): boolean {
  const named = (name: string) => (properties.get(name) ?? "").toLowerCase();
  if (method === "dmarc") return named("header.from") === domain;
  const given =
    method === "dkim"
      ? named("header.d") || named("header.i").split("@").at(-1)
      : named("smtp.mailfrom").split("@").at(-1);
  // A domain has two parts at least.
  return !!given && given.includes(".") && (given === domain || domain.endsWith(`.${given}`));
}

function readResult([head = "", ...others]: readonly string[]): MethodResult[] {
  const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(head) ?? [];
  if (!method || !result) return [];
  const properties = new Map<string, string>();
  for (const token of others) {
    const equals = token.indexOf("=");
    const name = token.slice(0, equals).toLowerCase();
    // The first one counts: a second of the same name is not allowed.
    if (equals > 0 && !properties.has(name)) properties.set(name, token.slice(equals + 1));
  }
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
}

/**
 * Splits a header at its semicolons and spaces, in one pass. Comments count as spaces; what is in quotes stays together,
 * so that a value that a sender chose cannot pass for a result.
 */
function splitTokens(value: string): string[][] {
  const parts: string[][] = [[]];
  let token = "";
  let depth = 0;
  let isQuoted = false;
  const end = () => {
    if (token !== "") parts.at(-1)?.push(token);
    token = "";
  };
  for (let at = 0; at < value.length; at += 1) {
    const letter = value.charAt(at);
    if (letter === "\\" && (isQuoted || depth > 0)) {
      at += 1;
      if (isQuoted) token += value.charAt(at);
    } else if (isQuoted) {
      if (letter === '"') isQuoted = false;
      else token += letter;
    } else if (letter === "(") {
      end();
      depth += 1;
    } else if (letter === ")" && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (letter === '"') isQuoted = true;
    else if (letter === ";") {
      end();
      parts.push([]);
    } else if (/\s/.test(letter)) end();
    else token += letter;
  }
  end();
  // A quote or comment that never ends may hide anything.
  return isQuoted || depth > 0 ? [] : joinAroundEquals(parts);
}

/** Spaces may surround the sign between a name and its value. */
function joinAroundEquals(parts: readonly string[][]): string[][] {
  return parts.map((tokens) => {
    const joined: string[] = [];
    for (const token of tokens) {
      const last = joined.at(-1);
      if (last !== undefined && (token.startsWith("=") || last.endsWith("=")))
        joined[joined.length - 1] = last + token;
      else joined.push(token);
    }
    return joined;
  });
}
