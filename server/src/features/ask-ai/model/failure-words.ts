import type { FailureReason } from "../../../platform/language-model/model-failure.ts";

/** A failure of the model in words for administrators. */
export const failureWords: Readonly<Record<FailureReason, string>> = {
  address_refused:
    "This address is refused: it is in a private network, redirects, or is not reached by https. Allow the host if it is yours.",
  unreachable: "The server cannot be reached at this address.",
  not_authorized: "The server refuses the key.",
  not_found: "The server knows no such path or model.",
  busy: "The server has too much to do, or a quota is used up.",
  stalled: "The server sent nothing for too long.",
  broken: "The server's answer is not in the OpenAI protocol, or broke off.",
  empty: "The model answered nothing.",
  failed: "The server answered with an error.",
};
