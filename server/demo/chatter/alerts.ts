/** The alerts, oldest first, with their causes. */
export const alerts = `
service        | alert                             | finding                                                             | after
reports        | queue older than ten minutes      | the monthly export again, it is fair and only large                 | I will ask Andrei to split it.
log node       | disk above 80 %                   | one service logs a whole order per line                             | It logs the number now.
gateway        | errors above 1 %                  | one client sends an expired token every second                      | I wrote to them, they are sorry.
search         | answers slower than 500 ms        | an index build that was meant for the night                         | It waits for the night now.
notifier       | queue depth above 1,000           | the first of the month, reminders                                   | Back to zero by itself.
checkout       | probe failed twice                | a restart that took a little too long                               | I gave it ten more seconds.
partner portal | slow first byte                   | cold cache after the release                                        | Warm again within four minutes.
build runner   | no free runner for five minutes   | eleven pull requests before lunch                                   | One more runner at that hour.
webhooks       | failed deliveries above 5 %       | a partner's endpoint is gone                                        | Switched off for them, they know.
database       | replica 30 seconds behind         | a large update in one piece                                         | In small pieces next time, says Andrei.
certificate    | expires in 20 days                | the old status page, as expected                                    | It renews by itself in six days.
scheduler      | waiting time above two seconds    | the lock per terminal, at the usual hour                            | Known, Leila is on it.
gateway        | one of two is gone                | planned, a host in Porto restarted                                  | Should have been silenced, my fault.
depot app      | many old clients                  | a depot that has not charged its scanners since summer              | Elin calls them.
billing        | provider answers slowly           | their side, they say so on their page                               | Retries hold, nobody noticed.
mail relay     | bounces above 2 %                 | a typing error in one domain, 40 times                              | Corrected together with support.
backup         | took longer than an hour          | it does twice the data since the migration                          | Limit is at 90 minutes now.
checkout       | response time above 400 ms        | one slow query after the release                                    | Tomasz has a fix, it is on staging.
office line    | Porto not reachable               | somebody unplugged the wrong thing                                  | It has a label now.
search         | memory above 85 %                 | a client searches with a star on both ends                          | We ask for three letters from now on.
notifier       | queue depth above 1,000           | a newsletter of ours, well behaved                                  | I asked Noor to tell us an hour before.
reports        | job failed three times            | a site without a time zone                                          | Filled in, and it is required now.
gateway        | unusual traffic from one address  | a partner tests their own load, without a word                      | They will use staging next time.
database       | connections above 80 %            | a worker that opens one per message                                 | It shares now.
partner portal | errors in the browser above usual | an extension that reads our page and stumbles                       | Filtered out.
build runner   | disk full                         | the cache kept everything forever                                   | It keeps two weeks now.
scheduler      | waiting time above two seconds    | eight seconds long, seen on the board before the page came          | Nothing to do.
webhooks       | process restarted                 | out of memory on one very large event                               | Events have a size limit now.
clock          | drift above 100 ms                | one host asks a time server that does not exist any more            | Asks ours now.
billing        | more refunds than usual           | a real one, a client cancelled a whole week                         | Nothing wrong.
depot app      | crash rate above 0.5 %            | one model of scanner, and the new type size                         | Lucas sees it, fix on the way.
backup         | restore test failed               | the test ran out of disk, the backup is fine                        | Ran it again by hand, passed.
gateway        | errors above 1 %                  | a bot that guesses addresses                                        | Limited, then it lost interest.
checkout       | probe failed twice                | the same restart, now with a reason: it loads the price list twice  | Once is enough, Tomasz agrees.
reports        | queue older than ten minutes      | evening reports and monthly ones met                                | They have two lanes as of today.
search         | answers slower than 500 ms        | three minutes this morning while the smaller index was swapped in   | It was worth it.
`;

/** How an alert is talked about; \`a\` has the pager, \`b\` happens to be near. */
export const alertTalk = `
# 8-16 a=pager
a: Alert: {service}, *{alert}*. {I am looking.|Acknowledged.|Mine.|Having a look.}
a +13: {Found|Cause|What it was}: {finding}. {after}

# 9-17 a=pager b=any
a: {service}: {alert}. {Is anybody doing something there?|Does that ring a bell?|Is this known?}
b +4: {Not me.|Not on purpose.|I have a guess, give me a minute.|No, but I can look with you.}
a +14: {Got it|Found it}: {finding}. {after}
b +3: {Good.|Nice find.|Thank you for looking.|One less.}

# 7-16 a=pager b=any
a: {service} says *{alert}*, {started four minutes ago|for six minutes now|since a moment ago}. {Clients are fine.|No effect outside so far.|Nobody has called.}
a +17: Closed. {Reason|What it was}: {finding}. {after}
b +9: {Seen. Shall I write it on the page?|Thanks, I would have looked in the wrong place.|I will look whether the threshold still makes sense.|Noted for the handover.}

# 9-16 a=pager b=any
b: {Did you see|Have you seen} the one about {service}? *{Alert}*.
a +3: {Yes, I am on it.|Just now. Looking.|It rang, yes.}
a +16: {Finding}. {after}
`;

/** The on-call rota: who takes over on which working day before today, as the handovers in the channel say. */
export const pagerRota: { from: number; who: string }[] = [
  { from: 31, who: "rania" },
  { from: 29, who: "sam" },
  { from: 24, who: "dev" },
  { from: 19, who: "sam" },
  { from: 14, who: "meiling" },
  { from: 4, who: "sam" },
];
