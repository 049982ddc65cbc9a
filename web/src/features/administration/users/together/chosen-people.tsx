import type { AdminUser } from "@atoll/contract/administration/schemas";

/** More names than these are counted. */
const mostNamed = 8;

/** The names of the people affected by a change. */
export function ChosenPeople({ people }: { people: readonly AdminUser[] }) {
  const more = people.length - mostNamed;
  const names = people.slice(0, more > 0 ? mostNamed : undefined).map(({ name }) => name);
  return (
    <p className="break-words text-muted">
      {names.join(", ")}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
