import { directoryProblems } from "@atoll/contract/directories/schemas";
import type { SamlTrial } from "@atoll/contract/directories/sign-on-schemas";
import { localPathSchema } from "@atoll/contract/identity/schemas";
import type { FastifyRequest } from "fastify";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { rawBodyOf } from "../../../platform/http/raw-body.ts";
import { logThrottled } from "../../../platform/log/log-throttled.ts";
import type { SliceContext } from "../../../slice.ts";
import {
  admitPerson,
  type Cookies,
  type Device,
  deviceOf,
  findAccountBySignOn,
  handOverJar,
  loginPage,
  openAttempt,
  recordRefusal,
  samlAttemptJar,
  sealAttempt,
  takeNetworkAttempt,
  useOnce,
} from "../../identity/public.ts";
import { followSignOn, mayLink } from "../sign-on/follow-sign-on.ts";
import type { NamedGroups } from "../sign-on/named-groups.ts";
import { type Assertion, readPerson } from "./read-assertion.ts";
import { findSamlProvider, keepTrial, type SamlProvider } from "./settings.ts";
import { RefusedMessage } from "./strict-xml.ts";
import { parseResponse, signInAddress, verifyResponse } from "./verify-response.ts";

/** An attempt that has not returned from the provider. The browser stores it, encrypted. */
const attemptSchema = z.object({
  directoryId: z.string(),
  requestId: z.string(),
  origin: z.string().optional(),
  /** An administrator tries a sign-in, which changes nothing. */
  trial: z.object({ id: z.string(), userId: z.string() }).optional(),
});
type Attempt = z.infer<typeof attemptSchema>;

const purpose = "atoll saml";
/** Longer than an attempt is sealed for. */
const attemptMs = 15 * 60_000;
const throttled = logThrottled();
/** Enough for 500 groups; providers send 200 at most. */
const maxResponseBytes = 96 * 1024;

/** Sends a browser to the provider. @returns the address, with the cookie that ties the answer to this browser. */
export async function startSignIn(
  { db, publicUrl }: SliceContext,
  cookies: Cookies,
  provider: SamlProvider,
  attempt: Pick<Attempt, "origin" | "trial">,
): Promise<string> {
  // An ID in XML begins with no digit.
  const requestId = `_${uuidv7()}${uuidv7()}`.replaceAll("-", "");
  const location = await signInAddress(provider, requestId);
  const sealed = await sealAttempt(db, purpose, { ...attempt, directoryId: provider.row.id, requestId });
  samlAttemptJar(publicUrl).set(cookies, sealed);
  return location;
}

/**
 * Receives the provider's answer, and returns the page to go to. Everything that is wrong is in the log, and what belongs
 * to an attempt is in the audit log; the person gets one sentence.
 */
export async function finishSignIn(
  context: SliceContext,
  request: FastifyRequest,
  cookies: Cookies,
): Promise<{ location: string }> {
  const { db, log, publicUrl } = context;
  const provider = await findSamlProvider(context);
  if (!provider) throw new AppError("single_sign_on_off");
  const jar = samlAttemptJar(publicUrl);
  const sealed = jar.read(request);
  let attempt = sealed === undefined ? undefined : await openAttempt(db, purpose, sealed, attemptSchema);
  const body = rawBodyOf(request);
  const device = deviceOf(request);
  if (provider.row.state !== "on" && !attempt?.trial) throw new AppError("single_sign_on_off");
  const { mayStartAtProvider } = provider.settings;
  if (!attempt && !mayStartAtProvider) {
    // Anybody can post this, as often as they like.
    throttled(device.address, (times) =>
      log.warn({ times, requestId: request.id }, "saml: a response came that no browser here has asked for"),
    );
    return loginPage("failed");
  }

  const form = new URLSearchParams(body.toString("latin1"));
  let person: ReturnType<typeof readPerson>;
  let assertion: Assertion | undefined;
  const isTooLarge = body.length > maxResponseBytes;
  try {
    if (isTooLarge) throw new RefusedMessage("the response is larger than 96 KiB: send fewer groups");
    const response = parseResponse(form.get("SAMLResponse") ?? "");
    // It began at the provider: an attempt that this browser has left unfinished may still be answered.
    if (response.answered === undefined && mayStartAtProvider) attempt = undefined;
    if (attempt && response.answered === attempt.requestId) {
      jar.clear(cookies);
      if (!(await useOnce(db, ["saml request", attempt.requestId], new Date(Date.now() + attemptMs))))
        throw new Error("its request was answered before");
    }
    if (provider.row.state !== "on" && !attempt?.trial) throw new AppError("single_sign_on_off");
    assertion = await verifyResponse(provider, response, attempt?.requestId);
    if (
      !(await useOnce(db, ["saml assertion", provider.settings.entityId, assertion.id], assertion.expiresAt))
    )
      throw new Error("its assertion was used before");
    person = readPerson(assertion, provider.settings);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const detail = storable(error instanceof Error ? error.message : String(error));
    const quoted = error instanceof RefusedMessage && error.quoted ? storable(error.quoted) : undefined;
    log.warn({ err: error, quoted, requestId: request.id }, "saml: a response was refused");
    if (attempt?.trial) {
      const text = quoted === undefined ? detail : `${detail}: ${quoted}`;
      return finishTrial(context, attempt, refusedTrial(text, assertion));
    }
    await recordFailure(context, attempt, device, detail);
    return loginPage(isTooLarge ? "too-large" : "failed", attempt?.origin);
  }
  const { claims, groups } = person;
  if (attempt?.trial)
    return finishTrial(context, attempt, await acceptedTrial(context, provider, assertion, person));
  const signOn = { subject: claims.sub, groups };
  const result = await admitPerson(
    { db, log, config: { createsPending: provider.settings.createsPending, roles: undefined } },
    {
      claims,
      ...{ sid: assertion.sessionIndex, issuedAt: null },
      follow: (userId) => followSignOn(db, provider.row, { ...signOn, userId, address: device.address }),
      mayLink: (tx, userId) => mayLink(tx, provider.row, { ...signOn, userId }),
    },
    device,
  );
  if (result.outcome === "done") handOverJar(publicUrl).set(cookies, result.code);
  return loginPage(result.outcome, attempt?.origin ?? relayedPath(form));
}

/** A sign-in that began at the provider may name the page to open. */
function relayedPath(form: URLSearchParams): string | undefined {
  return localPathSchema.safeParse(form.get("RelayState")).data;
}

/** Writes a refusal into the audit log: once for each attempt, and within a limit for each network. */
async function recordFailure(
  { db }: SliceContext,
  attempt: Attempt | undefined,
  device: Device,
  detail: string,
): Promise<void> {
  const until = new Date(Date.now() + attemptMs);
  if (attempt && !(await useOnce(db, ["saml refusal", attempt.requestId], until))) return;
  try {
    await takeNetworkAttempt(db, "saml refusal", device.address);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return;
    throw error;
  }
  await recordRefusal(
    db,
    { email: "unknown", accountId: undefined },
    "single_sign_on_failed",
    device,
    `SAML: ${detail}`,
  );
}

/** PostgreSQL stores no zero character, and no half of a pair. */
function storable(text: string): string {
  return text.slice(0, 500).replaceAll("\0", " ").toWellFormed();
}

async function finishTrial(
  { db }: SliceContext,
  { directoryId, trial }: Attempt,
  result: SamlTrial,
): Promise<{ location: string }> {
  if (trial) await keepTrial(db, { ...trial, directoryId }, result);
  const search = new URLSearchParams({ directory: directoryId, trial: trial?.id ?? "" });
  return { location: `/admin/directories?${search}` };
}

function refusedTrial(text: string, assertion: Assertion | undefined): SamlTrial {
  return {
    ...{ isAccepted: false, text: `The response was refused: ${text}.` },
    ...{ subject: assertion?.nameId ?? null, email: null, name: null, groups: null },
    attributes: shownAttributes(assertion),
  };
}

async function acceptedTrial(
  { db }: SliceContext,
  { row, settings }: SamlProvider,
  assertion: Assertion,
  { claims, groups }: ReturnType<typeof readPerson>,
): Promise<SamlTrial> {
  const found = await findAccountBySignOn(db, claims);
  return {
    isAccepted: true,
    text: [sentences[found](settings.createsPending), groupsText(groups, row)].join(" "),
    subject: claims.sub,
    ...{ email: claims.email ?? null, name: claims.name ?? null },
    groups: typeof groups === "object" ? groups.slice(0, 200) : null,
    attributes: shownAttributes(assertion),
  };
}

const newcomer = (createsPending: boolean) =>
  createsPending ? "This person would get a pending account." : "There is no account for this person.";
const sentences = {
  linked: () => "This person has signed in before and would be signed in to the same account.",
  address: () =>
    "This person would be linked to the account with this address, and signed in. If it is an administrator's, a super administrator has to confirm the person first.",
  "no address": () =>
    "There is no verified address, so no account could be linked. Check the attribute of the address, and whether the provider has verified addresses.",
  taken: () => "The account with this address belongs to another person of this provider.",
  none: newcomer,
} as const satisfies Record<string, (createsPending: boolean) => string>;

function groupsText(groups: NamedGroups, { groups_heard_at }: SamlProvider["row"]): string {
  if (typeof groups === "object") return `Groups named: ${groups.length}.`;
  if (groups === "too_many") return "The provider left out the groups because there are too many.";
  if (groups === "unreadable") return directoryProblems.groups_unreadable;
  return groups === "absent" && groups_heard_at
    ? "No groups were named, although other sign-ins have named some. This person would lose the roles and departments that groups give."
    : "No groups were named, so roles and departments would stay as they are.";
}

function shownAttributes(assertion: Assertion | undefined): SamlTrial["attributes"] {
  return [...(assertion?.attributes ?? [])].slice(0, 100).map(([name, values]) => ({
    name: name.slice(0, 300).toWellFormed(),
    values: values.slice(0, 50).map((value) => value.toWellFormed()),
  }));
}
