import type { ErrorCode } from "@atoll/contract/errors/errors";
import { type ActorName, type AdmittedName, actorNames, admittedNames, atTheDoor } from "./actors.ts";

/** The expected result of a cell: success, or a refusal by its code. */
export type Expectation = "ok" | ErrorCode;

/** One for each actor: an actor more, and every row must say what comes back. */
export type Expectations = Readonly<Record<ActorName, Expectation>>;

/** A public route, with the same response for everybody. */
export function everyone(expectation: Expectation): Expectations {
  return Object.fromEntries(actorNames.map((name) => [name, expectation])) as Expectations;
}

/**
 * A route that requires a session: first the errors for people without access, then those for choosing a password and
 * setting up a second factor, then `rest` for everybody with access, with exceptions.
 */
export function signedIn(rest: Expectation, exceptions: Partial<Expectations> = {}): Expectations {
  const inside = Object.fromEntries(admittedNames.map((name) => [name, rest])) as Record<
    AdmittedName,
    Expectation
  >;
  return {
    ...atTheDoor,
    ...inside,
    mustSetUp: "second_factor_setup_required",
    // The same as `mustSetUp`, unless a row says otherwise.
    mustChoose: exceptions.mustSetUp ?? "new_password_required",
    ...exceptions,
  };
}

/** For `signedIn`: these expect something of their own. */
export function each(names: readonly ActorName[], expectation: Expectation): Partial<Expectations> {
  return Object.fromEntries(names.map((name) => [name, expectation]));
}
