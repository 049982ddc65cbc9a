const key = "atoll.builds";
const kept = 5;

/** Returns whether this tab has already reloaded for a build. */
export function isTaken(build: string): boolean {
  return read().includes(build);
}

export function markTaken(build: string): void {
  try {
    sessionStorage.setItem(key, [build, ...read()].slice(0, kept).join(" "));
  } catch {
    // Without storage it is reloaded once more, at somebody's wish.
  }
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(key) ?? "").split(" ");
  } catch {
    return [];
  }
}
