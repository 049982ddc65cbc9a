import type { HookDelivery, HookKind } from "@atoll/contract/cards/hook-schemas";

export const kindNames: Readonly<Record<HookKind, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  alertmanager: "Alertmanager",
  grafana: "Grafana",
  generic: "Any system",
};

/** Where the secret belongs. */
export const secretPlaces: Readonly<Record<HookKind, string>> = {
  github: "Repository settings, Webhooks: this as the secret, with either content type.",
  gitlab:
    "Project settings, Webhooks: this as the signing token. As a secret token it works too, but unsigned.",
  alertmanager: "webhook_config: this as http_config.authorization.credentials. Alertmanager cannot sign.",
  grafana:
    "Contact points, Webhook: this as the HMAC secret. A timestamp header is X-Grafana-Alerting-Timestamp.",
  generic: "Sign each body as Standard Webhooks say: webhook-id, webhook-timestamp and webhook-signature.",
};

export const outcomes: Readonly<Record<HookDelivery["outcome"], string>> = {
  waiting: "Waiting",
  done: "Done",
  ignored: "Ignored",
  failed: "Failed",
};

export function hookAddress(hookId: string): string {
  return `${window.location.origin}/api/card-hooks/${hookId}`;
}
