const heldMs = 5_000;

/**
 * Whether this tab is the one that does a thing; of several that want to at about the same moment only the first is. A
 * browser that cannot tell lets all of them.
 */
export function claimOnce(name: string): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`atoll.once.${name}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Tabs that are not seen are slow to wake: it is kept until all of them have asked.
        return lock ? new Promise((release) => setTimeout(release, heldMs)) : undefined;
      })
      .catch(() => resolve(true));
  });
}
