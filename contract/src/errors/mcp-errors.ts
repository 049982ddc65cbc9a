/**
 * Part of the error table: the errors of programs that speak MCP. What follows `oauth_` is the error of OAuth that a
 * program reads.
 */
export const mcpErrors = {
  mcp_post_only: { status: 405, text: "Programs send each message of the protocol as its own POST request." },
  foreign_origin: { status: 403, text: "Pages of other sites cannot call this address." },
  connection_token_elsewhere: {
    status: 403,
    text: "This access token is for the MCP endpoint, and works nowhere else.",
  },
  oauth_unknown_client: {
    status: 404,
    text: "This program is not registered here. Remove this server from the program, and add it again.",
  },
  oauth_unknown_redirect: {
    status: 400,
    text: "The program asks to be answered at an address that it did not register. Nothing was sent there. Remove this server from the program, and add it again.",
  },
  oauth_invalid_redirect_uri: {
    status: 400,
    text: "Redirect addresses are https addresses, addresses of this device with http, or schemes of applications, without a fragment.",
  },
  oauth_invalid_client_metadata: {
    status: 400,
    text: "The name has characters that cannot be shown, or name and redirect addresses are too long together.",
  },
  oauth_invalid_client: {
    status: 401,
    text: "This program is not registered here. Register it again.",
  },
  oauth_slow_down: { status: 429, text: "This program refreshes its tokens too often. Try again later." },
  oauth_registration_off: { status: 403, text: "An administrator does not allow new programs." },
  program_blocked: { status: 403, text: "An administrator has blocked this program." },
  oauth_invalid_request: { status: 400, text: "A parameter is missing, occurs twice or has no known form." },
  oauth_invalid_grant: {
    status: 400,
    text: "The code or refresh token does not work for this request. Ask the person to connect the program again.",
  },
  oauth_invalid_scope: { status: 400, text: "The person did not consent to this scope." },
  oauth_invalid_target: { status: 400, text: "Tokens are issued for the MCP endpoint only." },
  oauth_unsupported_grant_type: {
    status: 400,
    text: "The grant types are authorization_code and refresh_token.",
  },
  too_many_connections: {
    status: 409,
    text: "You have connected the maximum number of programs. Disconnect one first.",
  },
  connected_program_not_found: { status: 404, text: "This program is not connected any more." },
} as const satisfies Record<string, { status: number; text: string }>;
