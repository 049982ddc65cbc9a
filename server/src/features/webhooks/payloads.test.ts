import { expect, test } from "vitest";
import { toMarkdown } from "./to-markdown.ts";

// As these programs send them to a Slack webhook, with other names and addresses.

const rules = { nameOf: () => undefined, mayCallAll: false };

test.each([
  [
    "Grafana",
    {
      channel: "#alerts",
      username: "Grafana",
      icon_url: "https://grafana.com/static/assets/img/fav32.png",
      attachments: [
        {
          color: "#D63232",
          title: "[FIRING:1] Disk full (db-1)",
          title_link: "https://grafana.example/alerting/list",
          fallback: "[FIRING:1] Disk full (db-1)",
          text: "**Firing**\n\nValue: B=97\nLabels:\n - alertname = Disk full\nSource: https://grafana.example/alerting/grafana/1/view\n",
          footer: "Grafana v12.1.0",
          footer_icon: "https://grafana.com/static/assets/img/fav32.png",
          ts: 1764400000,
        },
      ],
    },
    [
      "> 🔴 [(FIRING:1) Disk full (db-1)](https://grafana.example/alerting/list)",
      "> **Firing**",
      ">",
      "> Value: B=97",
      "> Labels:",
      ">  - alertname = Disk full",
      "> Source: https://grafana.example/alerting/grafana/1/view",
      ">",
      "> _Grafana v12.1.0_",
    ],
  ],
  [
    "Alertmanager",
    {
      channel: "#alerts",
      username: "Alertmanager",
      attachments: [
        {
          title: "[FIRING:2] InstanceDown",
          title_link: "http://alertmanager.example:9093/#/alerts?receiver=chat",
          fallback: "[FIRING:2] InstanceDown",
          text: "*Summary:* node-1 is down\n*Graph:* <http://prometheus.example/graph?g0=up|open>",
          color: "danger",
          mrkdwn_in: ["fallback", "pretext", "text"],
          fields: [{ title: "severity", value: "critical", short: true }],
          actions: [{ type: "button", text: "Runbook", url: "https://wiki.example/runbook" }],
        },
      ],
    },
    [
      "> 🔴 [(FIRING:2) InstanceDown](http://alertmanager.example:9093/#/alerts?receiver=chat)",
      "> **Summary:** node-1 is down",
      "> **Graph:** [open](http://prometheus.example/graph?g0=up)",
      "> **severity:** critical",
      "> [Runbook](https://wiki.example/runbook)",
    ],
  ],
  [
    "GitLab",
    {
      username: "GitLab",
      attachments: [
        {
          fallback:
            "<https://gitlab.example/shop|shop>: Pipeline <https://gitlab.example/shop/-/pipelines/12|#12> has failed in 02:03",
          color: "danger",
          author_name: "Ada Quay (ada)",
          author_link: "https://gitlab.example/ada",
          title: "Pipeline #12 has failed in 02:03",
          title_link: "https://gitlab.example/shop/-/pipelines/12",
          fields: [
            { title: "Branch", value: "<https://gitlab.example/shop/-/commits/main|main>", short: true },
            {
              title: "Failed stage",
              value: "<https://gitlab.example/shop/-/pipelines/12/failures|test>",
              short: true,
            },
          ],
          footer: "shop",
          ts: 1764400000,
        },
      ],
    },
    [
      "> 🔴 [Ada Quay (ada)](https://gitlab.example/ada)",
      "> [Pipeline #12 has failed in 02:03](https://gitlab.example/shop/-/pipelines/12)",
      "> **Branch:** [main](https://gitlab.example/shop/-/commits/main)",
      "> **Failed stage:** [test](https://gitlab.example/shop/-/pipelines/12/failures)",
      "> _shop_",
    ],
  ],
  [
    "Jenkins",
    {
      channel: "#builds",
      attachments: [
        {
          fallback: "shop - #42 Failure",
          text: "shop - #42 Failure after 3 min 5 sec (<https://jenkins.example/job/shop/42/|Open>)",
          color: "danger",
          mrkdwn_in: ["pretext", "text", "fields"],
        },
      ],
    },
    ["> 🔴 shop - #42 Failure after 3 min 5 sec ([Open](https://jenkins.example/job/shop/42/))"],
  ],
  [
    "Uptime Kuma",
    {
      text: "Uptime Kuma Alert",
      channel: "#status",
      username: "Uptime Kuma",
      icon_emoji: ":rocket:",
      attachments: [
        {
          color: "#e01e5a",
          blocks: [
            { type: "header", text: { type: "plain_text", text: "Uptime Kuma Alert" } },
            {
              type: "section",
              fields: [
                { type: "mrkdwn", text: "*Message*\n[shop] [🔴 Down] connect ECONNREFUSED" },
                { type: "mrkdwn", text: "*Time (UTC)*\n2026-11-29 10:00:00" },
              ],
            },
            {
              type: "actions",
              elements: [
                {
                  type: "button",
                  text: { type: "plain_text", text: "Visit Uptime Kuma" },
                  value: "Uptime-Kuma",
                  url: "https://status.example/dashboard/1",
                },
              ],
            },
          ],
        },
      ],
    },
    [
      "Uptime Kuma Alert",
      "",
      "> 🔴 **Uptime Kuma Alert**",
      ">",
      "> **Message**",
      "> [shop] [🔴 Down] connect ECONNREFUSED",
      "> **Time (UTC)**",
      "> 2026-11-29 10:00:00",
      ">",
      "> [Visit Uptime Kuma](https://status.example/dashboard/1)",
    ],
  ],
  [
    "Sentry",
    {
      text: "TypeError in checkout",
      blocks: [
        {
          type: "section",
          text: {
            type: "mrkdwn",
            text: "<https://sentry.example/issues/7/|*TypeError*>\n```x is undefined```\n*State:* New",
          },
        },
        {
          type: "context",
          elements: [{ type: "mrkdwn", text: "Project: <https://sentry.example/shop|shop>" }],
        },
        {
          type: "actions",
          elements: [{ type: "button", text: { type: "plain_text", text: "Resolve" }, value: "resolve" }],
        },
      ],
    },
    [
      "[*TypeError*](https://sentry.example/issues/7/)",
      "",
      "```",
      "x is undefined",
      "```",
      "",
      "**State:** New",
      "",
      "Project: [shop](https://sentry.example/shop)",
    ],
  ],
])("a message of %s is shown as it was meant", (_program, payload, lines) => {
  expect(toMarkdown(payload, rules).split("\n")).toEqual(lines);
});
