export const undoShortcut = { does: "Undo the last change", keys: ["Mod+Z"] } as const;
