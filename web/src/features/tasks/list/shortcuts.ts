/** On a row of the list, besides what works wherever tasks are listed. */
export const rowShortcuts = {
  down: { does: "Next task of the list", keys: ["ArrowDown"] },
  up: { does: "Previous task of the list", keys: ["ArrowUp"] },
  title: { does: "Edit its title", keys: ["E"] },
} as const;
