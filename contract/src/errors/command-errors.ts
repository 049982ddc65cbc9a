/** Part of the error table: the errors of reminders, polls and commands. */
export const commandErrors = {
  reminder_not_found: { status: 404, text: "This reminder was sent, cancelled, or is not yours." },
  reminder_id_taken: { status: 409, text: "A different reminder was already set under this id." },
  reminder_out_of_range: {
    status: 400,
    text: "Choose a time in the future, at most a year from now.",
  },
  too_many_reminders: {
    status: 409,
    text: "You have the maximum number of reminders. Cancel one first.",
  },
  too_many_reminders_for: {
    status: 409,
    text: "You have set the maximum number of reminders for this colleague. Wait until some are sent, or write to them.",
  },
  poll_not_found: { status: 404, text: "This message has no poll." },
  poll_closed: { status: 409, text: "This poll is closed." },
  poll_not_anonymous: {
    status: 409,
    text: "Between two people, a poll cannot be anonymous: each would know the other's vote.",
  },
  poll_choice_wrong: { status: 400, text: "This poll takes one answer. Choose one of those listed." },
  poll_vote_changed: {
    status: 409,
    text: "Your vote was changed on another device. It is shown as it is now: choose again.",
  },
  command_not_found: { status: 404, text: "This command does not exist." },
  command_id_taken: { status: 409, text: "A different command was already registered under this id." },
  command_name_taken: { status: 409, text: "There is a command with this name." },
  too_many_commands: {
    status: 409,
    text: "The company has the maximum number of commands. Delete one first.",
  },
  command_call_repeated: {
    status: 409,
    text: "This was sent already, and it is not known yet whether the program got it.",
  },
  command_owner_only: {
    status: 403,
    text: "Only the person who answers for this command changes its addresses. Make a new secret first, to take it over.",
  },
  buttons_changed: { status: 409, text: "This message has changed. Look at it again." },
  program_removed: { status: 410, text: "This program was removed. Its buttons do nothing." },
  command_stopped: {
    status: 403,
    text: "This command is stopped, because its owner has left or lost the right to it. Ask an administrator.",
  },
  command_refused_address: {
    status: 502,
    text: "The program's address leads into a private network or redirects, and nothing is sent there.",
  },
  command_unreachable: { status: 502, text: "The program could not be reached. Try again later." },
  command_too_slow: { status: 504, text: "The program did not answer within three seconds." },
  command_answer_unreadable: {
    status: 502,
    text: "The program answered with something that is not a message. Tell the person who runs it.",
  },
  command_answer_too_large: { status: 502, text: "The program's answer was too large." },
  command_failed: { status: 502, text: "The program answered with an error." },
  // As programs that were written for Slack read it.
  expired_url: { status: 404, text: "This address has expired or was used too often." },
} as const;
