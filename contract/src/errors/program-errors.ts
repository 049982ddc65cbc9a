/** Part of the error table: the errors of access tokens, feeds and webhooks. */
export const programErrors = {
  personal_token_invalid: {
    status: 401,
    text: "This access token does not work. It is wrong, has ended or was revoked.",
  },
  token_scope_missing: { status: 403, text: "This access token lacks the scope {scope}." },
  token_not_accepted: {
    status: 403,
    text: "Access tokens cannot do this. Sign in to Atoll with a browser.",
  },
  token_in_address: {
    status: 400,
    text: "An access token must not be part of an address. Send it in the header Authorization, and revoke this one: it may be in logs.",
  },
  token_not_found: { status: 404, text: "This access token no longer works." },
  token_id_taken: { status: 409, text: "A different access token was already created under this id." },
  too_many_tokens: {
    status: 409,
    text: "You have the maximum number of access tokens. Revoke one first.",
  },
  endless_token_refused: {
    status: 409,
    text: "Access tokens need an end date. An administrator can allow tokens without one.",
  },
  feed_id_taken: { status: 409, text: "A different feed was already created under this id." },
  too_many_feeds: { status: 409, text: "You have the maximum number of feeds. Revoke one first." },
  bot_not_found: { status: 404, text: "This bot does not exist, or you cannot manage it." },
  bot_id_taken: { status: 409, text: "A different bot was already created under this id." },
  bot_stopped: {
    status: 403,
    text: "This bot is stopped: its owner has left or cannot sign in. Someone else has to take it over.",
  },
  too_many_bots: { status: 409, text: "The company has the maximum number of bots. Delete one first." },
  automation_not_found: {
    status: 404,
    text: "This automation does not exist, or you do not manage its place.",
  },
  automation_id_taken: { status: 409, text: "A different automation was already created under this id." },
  too_many_automations: {
    status: 409,
    text: "The company has the maximum number of automations. Delete one first.",
  },
  automation_of_other: {
    status: 403,
    text: "This automation runs in the name of its owner. Take it over before you change it.",
  },
  approval_not_found: {
    status: 404,
    text: "This request does not exist, has ended, or is not for you.",
  },
  approval_settled: { status: 409, text: "This request was already answered or has ended." },
  approval_people_missing: {
    status: 409,
    text: "The people to ask for approval have left, or cannot see what it is about",
  },
  too_many_approvals: {
    status: 409,
    text: "This automation has the maximum number of open requests for approval",
  },
  automation_pattern_refused: { status: 400, text: "This pattern cannot be used. {reason}." },
  automation_parts_refused: {
    status: 400,
    text: "This trigger, condition or action does not fit the place of the automation.",
  },
  git_connection_not_found: {
    status: 404,
    text: "This repository connection does not exist, or you do not manage its department.",
  },
  git_connection_id_taken: {
    status: 409,
    text: "A different repository connection was already created under this id.",
  },
  too_many_git_connections: {
    status: 409,
    text: "This department has the maximum number of repository connections. Delete one first.",
  },
  git_connection_of_other: {
    status: 403,
    text: "This connection acts in the name of its owner. Take it over before you change it.",
  },
  git_link_not_found: { status: 404, text: "This link was removed, or you cannot see what it is on." },
  git_hook_refused: {
    status: 401,
    text: "This connection does not exist, or the signature does not match.",
  },
  webhook_not_found: { status: 404, text: "This webhook does not exist, or you cannot see it." },
  webhook_id_taken: { status: 409, text: "A different webhook was already created under this id." },
  too_many_webhooks: {
    status: 409,
    text: "This channel has the maximum number of webhooks. Remove one first.",
  },
  outgoing_webhook_not_found: { status: 404, text: "This webhook does not exist, or it is not yours." },
  outgoing_webhook_off: { status: 409, text: "This webhook is switched off." },
  outgoing_webhook_id_taken: { status: 409, text: "A different webhook was already created under this id." },
  too_many_outgoing_webhooks: {
    status: 409,
    text: "You have the maximum number of outgoing webhooks. Delete one first.",
  },
  outgoing_delivery_not_found: { status: 404, text: "This delivery is not in the log any more." },
  webhook_address_refused: {
    status: 400,
    text: "Atoll does not send to this address. Use an https address on the internet, without a name and password in it.",
  },
  webhook_events_refused: { status: 400, text: "These are not events of this webhook's place." },
  // The words of Slack's incoming webhooks, which programs know.
  no_service: {
    status: 404,
    text: "No webhook has this address: it is wrong, was renewed or is switched off.",
  },
  invalid_payload: { status: 400, text: "The body is not a JSON object, or it is nested too deep." },
  no_text: { status: 400, text: "The message has no text that can be shown." },
  action_prohibited: {
    status: 403,
    text: "The webhook's owner cannot write in this channel any more. Someone who can has to make a new address.",
  },
  channel_is_archived: { status: 410, text: "The channel of this webhook is archived." },
} as const satisfies Record<string, { status: number; text: string }>;
