import type { ErrorCode } from "@atoll/contract/errors";
import { type ActorName, type AdmittedName, actorNames, admittedNames, atTheDoor } from "./actors.ts";

/** The expected result of a cell: success, or a refusal by its code. */
export type Expectation = "ok" | ErrorCode;

/** One for each actor: an actor more, and every row must say what comes back. */
export type Expectations = Readonly<Record<ActorName, Expectation>>;

/** A public route: it does not matter who asks. */
export function everyone(expectation: Expectation): Expectations {
  return Object.fromEntries(actorNames.map((name) => [name, expectation])) as Expectations;
}

/**
 * A route for who is signed in: the door's answers, a new password and the second factor's set-up first, then `rest` for all who
 * are let in, but for the exceptions.
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
    // The second is the same as the first, unless a row says otherwise.
    mustChoose: exceptions.mustSetUp ?? "new_password_required",
    ...exceptions,
  };
}

/** For `signedIn`: these expect something of their own. */
export function each(names: readonly ActorName[], expectation: Expectation): Partial<Expectations> {
  return Object.fromEntries(names.map((name) => [name, expectation]));
}
