const services: readonly [name: string, owner: string, versions: readonly [string, string, string]][] = [
  ["checkout", "dev", ["4.18.1", "4.18.0", "4.17.3"]],
  ["billing", "tadhg", ["7.2.0", "7.2.0", "7.1.4"]],
  ["invoicing", "tadhg", ["3.9.2", "3.9.2", "3.9.2"]],
  ["gateway", "sam", ["2.10.0", "2.9.3", "2.9.3"]],
  ["partner-portal", "meiling", ["3.13.0", "3.12.1", "3.12.1"]],
  ["atoll-web", "rania", ["1.44.0", "1.44.0", "1.44.0"]],
  ["search", "meiling", ["0.31.2", "0.31.2", "0.31.2"]],
  ["notifier", "sam", ["1.8.0", "1.8.0", "1.8.0"]],
  ["reports", "tadhg", ["2.2.1", "2.2.1", "2.2.1"]],
  ["webhooks", "omar", ["1.12.4", "1.12.4", "1.12.4"]],
];

const deployments = services.flatMap(([service, owner, versions], at) =>
  (["Development", "Staging", "Production"] as const).map((environment, index) => {
    const stage = service === "partner-portal" && environment === "Staging" ? "failing" : "live";
    const approver = owner === "dev" ? "sam" : "dev";
    const version = versions[index] ?? "";
    return `${stage} | ${service} ${version} to ${environment.toLowerCase()} | ${service} | ${environment} | ${version} | ${owner} | ${at * 0.7 + index * 0.4 + 0.05} |  | ${approver} |  |  | `;
  }),
);

const runs = services.flatMap(([service, owner, [version]], at) =>
  [0, 1, 2].map((turn) => {
    const stage = at === 0 && turn === 0 ? "running" : (at + turn) % 7 === 3 ? "failed" : "passed";
    const commit = (1_234_567 * (at + 1) + turn * 77_777).toString(16).slice(0, 7);
    return `${stage} | ${service} ${version}, run ${1180 + at * 3 + turn} | ${service} | ${owner} | ${at * 0.1 + turn * 0.9} | ${turn === 0 ? "main" : "release"} | ${commit} | ${140 + at * 37 + turn * 11}`;
  }),
);

/** The cards of DevOps. */
export const devopsCards: Record<string, string> = {
  deployment: `
  stage     | title                       | service  | environment | version | owner | changed | due | approved_by | freeze_from | freeze_until | zone
  ${deployments.join("\n  ")}
  freeze    | Payments freeze             | checkout | Production  |         | dev   | 2       | 2   |             | +2          | +7           | Europe/Lisbon
  requested | checkout 4.18.0 to production | checkout | Production | 4.18.0 | dev   | 0.02    | 1   |             |             |              |
  replaced  | gateway 2.9.2 to production | gateway  | Production  | 2.9.2   | sam   | 9       |     | dev         |             |              |
`,
  rollback: `
  stage   | title                         | service        | owner   | changed | due | last_good | minutes | verified_on | verified_by | steps                                                                                                                    | problems                      | body
  ready   | Node pool swap                | gateway        | sam     | 0.1     | 20  | 2.9.3     | 4       | -9          | dev         | Say it in #deploys; Cordon the new pool; Wait for two minutes; Move traffic back; Check latency under 220 ms; Close the incident | Cordon too early drops requests | Median of the last three drills: four minutes.
  ready   | Checkout release              | checkout       | dev     | 4       | 12  | 4.17.3    | 6       | -12         | tadhg       | Freeze the pipeline; Set the version back; Watch errors for five minutes; Tell Backend                                   |                               | Payments in flight finish on the old version.
  ready   | Billing migration             | billing        | tadhg   | 15      | 6   | 7.1.4     | 25      | -60         | tadhg       | Stop writers; Restore the column; Start 7.1.4; Compare totals; Start writers                                             |                               | The column is kept for two releases.
  ready   | Portal release                | partner-portal | meiling | 7       | 30  | 3.12.1    | 3       | -7          | meiling     | Point the alias back; Clear the edge cache; Check sign-in                                                                |                               |
  ready   | DNS change                    | gateway        | omar    | 40      | -3  | 2.9.3     | 15      | -95         | omar        | Restore the zone file; Lower the TTL; Check from three networks                                                          |                               | Not drilled for three months.
  draft   | Search index rebuild          | search         | meiling | 3       | 9   | 0.31.1    | 30      |             |             | Switch reads to the replica; Build; Switch back                                                                          |                               |
  ready   | Notifier flood                | notifier       | sam     | 10      | 25  | 1.7.9     | 2       | -20         | rania       | Close the queue; Drop duplicates; Open the queue                                                                         |                               |
  retired | Old load balancer             | gateway        | omar    | 180     |     | 1.9.0     | 40      | -300        | omar        | Do not use                                                                                                               |                               |
  ready   | Gateway limits                | gateway        | sam     | 9   | 40 | 2.9.3  | 5  | -14  | viktor  | Restore the last limits; Reload; Watch refused requests for five minutes | | Limits are files; nothing restarts.
  ready   | Invoice numbers               | invoicing      | tadhg   | 22  | 18 | 3.9.1  | 20 | -30  | tadhg   | Stop the numbering job; Find the last whole number; Set the counter; Start the job; Compare with billing | | A gap has to be explained to the auditors, so look twice.
  ready   | Search ranking                | search         | meiling | 12  | 33 | 0.31.1 | 8  | -25  | meiling | Point the alias to the former index; Check ten queries; Tell support | |
  ready   | Report layouts                | reports        | tadhg   | 35  | 50 | 2.2.0  | 6  | -40  | omar    | Restore the former templates; Print one of each; Send the failed ones again | |
  ready   | Webhook signatures            | webhooks       | omar    | 17  | 28 | 1.12.3 | 10 | -28  | omar    | Sign with the former key; Replay what failed; Tell the partners by mail | Two partners cache the key for an hour | Both keys are valid for a day.
  ready   | Web release                   | atoll-web      | rania   | 6   | 21 | 1.43.2 | 3  | -11  | rania   | Point the alias back; Clear the edge cache; Reload two pages | |
  ready   | Database failover             | billing        | dev     | 28  | 10 | 7.2.0  | 12 | -33  | dev     | Say it in #deploys; Stop writers; Promote the replica; Change the address; Start writers; Build a new replica | | Drilled with Backend every quarter.
  ready   | Certificate change            | gateway        | viktor  | 44  | 60 | 2.9.3  | 4  | -52  | viktor  | Install the former certificate; Reload; Check from outside | | Keep both until the new one is seen everywhere.
  ready   | Mail provider                 | notifier       | rania   | 19  | 35 | 1.7.9  | 7  | -21  | sam     | Switch the route; Send one to yourself; Drain the queue slowly | |
  draft   | Object storage move           | reports        | omar    | 4   | 16 |        | 45 |      |         | Stop the copy; Read from the old place; Compare counts | | Needs a drill before the move.
  draft   | Portal sign-in                | partner-portal | meiling | 2   | 12 | 3.12.1 | 9  |      |         | Turn the flag off; Check three clients | |
  retired | Manual deploys                | checkout       | dev     | 220 |    | 3.2.0  | 60 | -400 | dev     | Do not use | |
`,
  monitoring: `
  stage        | title                          | severity | service        | environment | owner  | changed | due | value   | fingerprint        | times | acknowledged_by | cause                                  | follow_ups
  acknowledged | Queue depth above 5,000        | High     | notifier       | Production  | sam    | 0.01    | 0   | 5,412   | queue-depth        | 3     | sam             |                                        |
  firing       | Certificate renews in 9 days   | Low      | gateway        | Production  | dev    | 0.1     | 9   | 9 d     | certificate-age    | 1     |                 |                                        |
  resolved     | Staging latency above 400 ms   | High     | checkout       | Staging     | dev    | 0.05    |     | 212 ms  | latency-p95        | 2     | dev             | The old pool was cordoned too early    | *Add a wait to the cordon step; Alert when queue depth passes 5,000; Write the review by Tuesday
  no_data      | Reports sends no numbers       | Medium   | reports        | Production  | rania  | 0.3     | 1   | No data | heartbeat          | 1     |                 |                                        |
  resolved     | Portal answers 502             | Urgent   | partner-portal | Production  | meiling | 12     |     | 0.08%   | errors-5xx         | 4     | meiling         | An instance ran out of memory          | *Raise the limit; *Alert on memory
  resolved     | Disk at 85%                    | Medium   | search         | Production  | rania  | 5       |     | 71%     | disk-used          | 1     | rania           | Old snapshots were kept                | *Delete after seven days
  resolved     | Slow invoices                  | Medium   | invoicing      | Production  | tadhg  | 8       |     | 310 ms  | latency-p95-inv    | 2     | tadhg           | A missing index                        | *Add the index
  firing       | Webhook retries climb          | Medium   | webhooks       | Production  | omar   | 0.02    | 0   | 41 / min | retries           | 6     |                 |                                        |
  resolved     | Login errors                   | High     | gateway        | Production  | sam    | 20      |     | 0.02%   | login-errors       | 1     | sam             | A provider had an outage               | *Show its status
  resolved     | Backup took too long           | Low      | billing        | Production  | tadhg  | 16      |     | 48 min  | backup-time        | 1     | tadhg           | Compression was off                    |
  resolved     | Search answers slowly          | High     | search         | Production  | meiling | 3  | | 180 ms  | latency-p95-search | 3 | meiling | A large import ran at noon            | *Import at night; Limit its share
  resolved     | Payments wait for the bank     | Urgent   | checkout       | Production  | dev     | 10 | | 0 open  | payments-waiting   | 1 | dev     | The bank's line was down              | *Say so on the page
  resolved     | Memory of reports at 92%       | Medium   | reports        | Production  | rania   | 14 | | 61%     | memory-used        | 2 | rania   | One report read a whole year          | *Read it month by month
  resolved     | Partner calls refused          | Medium   | gateway        | Production  | sam     | 18 | | 0 / min | refused-calls      | 1 | sam     | A partner used an old key             | *Warn before keys end
  resolved     | Staging is out of disk         | Low      | atoll-web      | Staging     | omar    | 22 | | 40%     | disk-used-staging  | 1 | omar    | Old builds were kept                  | *Keep ten builds
  resolved     | Clock differs by 3 seconds     | Medium   | billing        | Production  | viktor  | 26 | | 0.01 s  | clock-drift        | 1 | viktor  | A time server was removed             | *Use three of them
  resolved     | Mails wait longer than 10 min  | High     | notifier       | Production  | rania   | 31 | | 12 s    | mail-delay         | 2 | rania   | The provider slowed us down           | *Second route; *Alert at five minutes
  resolved     | Portal has no sessions         | Urgent   | partner-portal | Production  | meiling | 36 | | 212     | sessions           | 1 | meiling | A cookie was renamed                  | *Test for sign-in after a release
  resolved     | Invoices without a number      | High     | invoicing      | Production  | tadhg   | 40 | | 0       | numbers-missing    | 1 | tadhg   | The job had stopped at a holiday      | *Run it every day
  acknowledged | Replica is 40 seconds behind   | Medium   | billing        | Production  | dev     | 0.05 | 0 | 38 s   | replica-lag        | 2 | dev     | |
`,
  pipelines: `
  stage | title | service | owner | changed | branch | commit | seconds
  ${runs.join("\n  ")}
`,
};
