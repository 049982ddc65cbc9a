/** Part of the error table: the errors of imports from other products, and of exports to them. */
export const importErrors = {
  import_not_found: { status: 404, text: "This import does not exist, or you cannot see it." },
  import_id_taken: { status: 409, text: "A different import was already started under this id." },
  import_part_wrong: {
    status: 409,
    text: "This part of the file does not follow the ones before it. Choose the file again to resume.",
  },
  import_state: {
    status: 409,
    text: "This is not possible in the current state of the import. Reload the page.",
  },
  import_running: {
    status: 409,
    text: "Another import is running or paused. Finish or undo it first.",
  },
  import_merge_wrong: { status: 409, text: "This channel cannot be merged. Choose a new name." },
  import_built_on: {
    status: 409,
    text: "This import cannot be undone any more: people have since added {messages} to it, and changed, marked or saved {marks} that it brought.",
  },
  word_too_large: {
    status: 409,
    text: "This is too much for one Word file, which can have {limit}. Export single pages instead.",
  },
} as const;
