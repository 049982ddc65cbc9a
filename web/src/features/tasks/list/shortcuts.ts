/** On a row of the list, besides what works wherever tasks are listed. */
export const rowShortcuts = {
  down: { does: "Next task of the list", keys: ["J", "ArrowDown"] },
  up: { does: "Task before it", keys: ["K", "ArrowUp"] },
  title: { does: "Edit its title", keys: ["E"] },
  status: { does: "Change its status", keys: ["S"] },
  priority: { does: "Change its priority", keys: ["P"] },
  assignee: { does: "Assign it", keys: ["A"] },
  due: { does: "Change its due date", keys: ["D"] },
} as const;
