interface Connected {
  /** Not in every browser. */
  connection?: { saveData?: boolean };
}

/** Returns whether the person has asked their browser to use less data. */
export function savesData(): boolean {
  const { connection } = navigator as Connected;
  return connection?.saveData === true;
}
