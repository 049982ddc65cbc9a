/** A subdued label next to the name of a person who has left the company. */
export function FormerColleague() {
  return <span className="flex-none font-regular text-2xs text-faint">former colleague</span>;
}
