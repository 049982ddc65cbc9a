/** Which of many the page shows, and not which line of it. */
const lines = new Set(["message", "comment"]);

/** Pure: whether the page at an address shows the thing that a link leads to. */
export function isLookedAt(link: string, page: string): boolean {
  const [wanted, shown] = [link, page].map((address) => new URL(address, "http://atoll.invalid"));
  if (!wanted || !shown || wanted.pathname !== shown.pathname) return false;
  return [...wanted.searchParams].every(
    ([name, value]) => lines.has(name) || shown.searchParams.get(name) === value,
  );
}
