/** The sentences of an import's report, by the kind of line. The detail of a line follows its sentence. */
const lineTexts: Readonly<Record<string, string>> = {
  file_unreadable: "A file could not be read",
  record_unreadable: "A record could not be read",
  record_too_large: "A record is too large",
  record_too_deep: "A record is nested too deeply",
  record_without_time: "A message has no valid time",
  path_refused: "A file with an unsafe path was left out",
  entry_encrypted: "An encrypted file was left out",
  entry_too_dense: "A file that unpacks to too much was left out",
  people_missing: "The export has no list of people",
  places_missing: "The export has no list of channels",
  person_without_mail: "A person has no email address in the export",
  person_proposed:
    "A person has the name of a colleague, but not their email address: they become a former colleague unless you confirm who they are",
  person_unknown: "A person is not in the list of people",
  place_without_entry:
    "Messages of a channel that is not in the list of channels: it becomes a private channel of the people who wrote in it",
  place_without_members: "The export does not list the members of a channel",
  place_without_readers:
    "Nobody with an account was a member: the channel is archived, and nobody can read it",
  place_renamed: "A channel gets another name, because its name is taken",
  place_without_messages: "A channel has no messages in the export",
  members_former: "Members without an account cannot be members of a channel",
  notice_skipped: "Notices about people who joined or left, and about changed topics",
  message_repeated: "Messages that are twice in the export",
  message_earlier: "Messages that an earlier import added",
  message_split: "Messages that were split because of their length",
  message_empty: "Messages without any content",
  message_deleted: "Messages that had been deleted",
  deleted_kept: "Messages that had been deleted: their place in the thread is kept",
  place_left_out: "Messages of channels that were left out by choice",
  root_missing: "Replies whose first message is not in the export: an empty message takes its place",
  broadcast_in_thread: "Replies that were also sent to the channel are only in their thread",
  reaction_unknown: "Reactions with an emoji that Atoll does not have",
  reaction_too_many: "Reactions beyond the limit for one message",
  pin_too_many: "Pins beyond the limit for one channel",
  mention_too_many: "Mentions beyond the limit for one message",
  file_missing: "Files that are not in the export: a line names each",
  file_unkept: "A file could not be stored",
  text_cleaned: "Texts with characters that cannot be stored, which were removed",
  kept: "Kept, because someone has built on it since",
  difference: "The number of messages differs from the source",
};

/** Returns the sentence for a kind of line. */
export function importLineText(kind: string): string {
  return lineTexts[kind] ?? kind;
}
