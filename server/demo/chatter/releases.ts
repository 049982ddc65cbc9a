/** The releases of the last six weeks, oldest first. Spread evenly over the working days. */
export const releases = `
who      | service        | version | change
tomasz   | checkout       | 4.14.1  | the saved address no longer loses its second line
meiling  | gateway        | 2.7.5   | a client that hangs up early no longer counts as an error
lucas    | depot app      | 1.37.0  | the list opens on the last depot you used
oksana   | invoicing      | 3.7.4   | credit notes carry the number of the invoice they belong to
emre     | partner portal | 3.9.0   | orders can be filtered by gate
priya    | search         | 0.29.0  | container numbers are found without their dash
tomasz   | billing        | 6.8.1   | a payment link can be sent again from the list
andrei   | reports        | 2.0.3   | the monthly export runs in batches
tomasz   | webhooks       | 1.11.0  | every event says which site it is about
lucas    | depot app      | 1.38.0  | the list lives on the device and works without a network
tomasz   | checkout       | 4.14.2  | the total is read aloud when it changes
oksana   | billing        | 6.9.0   | invoices are numbered per site where the client wants it
meiling  | gateway        | 2.8.0   | requests carry one id through all services
emre     | partner portal | 3.9.1   | the date in the order list follows the browser
priya    | notifier       | 1.6.1   | bounced addresses are tried once and then left alone
oksana   | invoicing      | 3.8.0   | invoices belong to a site, the old field stays filled
tomasz   | checkout       | 4.14.3  | an expired session keeps the basket
lucas    | depot app      | 1.38.1  | a scan is stored before the beep
priya    | search         | 0.30.0  | the prefix index is the right way round
tomasz   | billing        | 6.9.1   | the tax line shows its rate
oksana   | invoicing      | 3.8.1   | one reminder per invoice, with a test for two sites
aiko     | partner portal | 3.10.0  | empty lists say what to do next
meiling  | gateway        | 2.8.1   | slow clients no longer hold a worker
tomasz   | webhooks       | 1.12.0  | signing keys can be rotated without a gap
andrei   | reports        | 2.1.0   | usage by month, per site
tomasz   | checkout       | 4.15.0  | customers may pay from a saved account
lucas    | depot app      | 1.39.0  | switching the person takes two taps
oksana   | billing        | 7.0.0   | the public API speaks version 3
priya    | search         | 0.30.1  | archived sites come last and not first
emre     | partner portal | 3.10.1  | a long depot name no longer pushes the buttons out
tomasz   | billing        | 7.0.1   | version 2 answers with its old field names again
meiling  | gateway        | 2.8.2   | the limit per minute is told in the answer
tomasz   | checkout       | 4.15.1  | the button waits for the bank and not for the clock
oksana   | invoicing      | 3.8.2   | the PDF waits for its font
lucas    | depot app      | 1.40.0  | larger type, set per person
priya    | notifier       | 1.7.0   | quiet hours follow the zone of the reader
tomasz   | webhooks       | 1.12.1  | a second try comes after a minute and not after a second
andrei   | reports        | 2.1.1   | the evening report has its own lane
tomasz   | checkout       | 4.15.2  | the phone number may have spaces
oksana   | billing        | 7.0.2   | a wrong currency is refused with its name
emre     | partner portal | 3.11.0  | invoices can go to one address per site
meiling  | gateway        | 2.9.0   | it runs on the new base image
tomasz   | checkout       | 4.16.0  | amounts are money from the first form to the last row
oksana   | invoicing      | 3.9.0   | amounts are money, the old column stays for two weeks
oksana   | billing        | 7.1.0   | amounts are money, reports agree to the cent
lucas    | depot app      | 1.41.0  | a status for a driver who rests
priya    | search         | 0.31.0  | people are found by the name of their depot
emre     | partner portal | 3.11.1  | the export runs in the background
tomasz   | billing        | 7.1.1   | the list of payments loads in pages
tomasz   | checkout       | 4.16.1  | the summary no longer jumps on a slow line
meiling  | gateway        | 2.9.1   | health checks have their own port
priya    | notifier       | 1.7.1   | the first mail of a new client is in their language
tomasz   | webhooks       | 1.12.2  | it has a process of its own
aiko     | partner portal | 3.11.2  | partners with only archived sites see their orders
andrei   | reports        | 2.2.0   | latency by terminal
oksana   | invoicing      | 3.9.1   | a prefix for invoice numbers, per site
lucas    | depot app      | 1.42.0  | one beep per truck and not one per line
tomasz   | billing        | 7.1.2   | an empty memo is no longer sent as a space
tomasz   | checkout       | 4.16.2  | the postcode of the islands is accepted
priya    | search         | 0.31.1  | a typing error in a street is forgiven
emre     | partner portal | 3.12.0  | the new booking dialog, behind its switch
meiling  | gateway        | 2.9.2   | certificates are read again without a restart
tomasz   | checkout       | 4.17.0  | receipts can be sent to a second address
andrei   | reports        | 2.2.1   | a month with five weekends adds up
oksana   | billing        | 7.1.3   | the refund shows who asked for it
lucas    | depot app      | 1.43.0  | a wide bar when the list is old
tomasz   | webhooks       | 1.12.4  | the log shows every try
tomasz   | checkout       | 4.17.1  | the bank's name is cut in the middle
meiling  | gateway        | 2.9.3   | one warning per client and hour
priya    | notifier       | 1.8.0   | reminders are spread over the hour
aiko     | partner portal | 3.12.1  | focus comes back after the filter menu closes
tomasz   | checkout       | 4.17.2  | a lost answer from the bank is asked for again
oksana   | billing        | 7.1.4   | the daily sum is built while you sleep
priya    | search         | 0.31.2  | the index is half the size
oksana   | invoicing      | 3.9.2   | old invoices keep their old template
tomasz   | checkout       | 4.17.3  | the retry button waits until the first try is over
`;

/** How a release is talked about; \`a\` is who wrote it, \`b\` and \`c\` look after the platform. */
export const releaseTalk = `
# 9-15 b=devops
a: {service} {version} is on staging: {change}.
b +9: {Smoke tests are green|Checks are green|Looks quiet on staging|All probes are fine}. {Promote when you like.|Go ahead from my side.|You may.}
a +34: {Promoted.|In production.|It is out.} {Error rate is flat.|Nothing unusual in the log.|No alerts so far.|Latency did not move.}

# 9-16 b=devops
a: Promoting {service} {version} {now|in five minutes|after this coffee}. {Change}.
a +11: {Done|Finished|Out}, {no errors in the first ten minutes|the graphs are as boring as they should be|response times are where they were|all instances are on it}.

# 10-15 b=devops
b: The train has {service} {version} on board, is that right? {Change}.
a +6: {Yes, please take it along.|Right, it has been on staging since yesterday.|Yes, that is the one.|It is, thank you for asking.|Yes, and it is small.}
b +31: {Left and arrived.|It is out with the rest.|Arrived, all green.}

# 9-15 b=devops c=devops
a: {service} {version} is {next in line|ready to go}. {Change}. {Anything in the way?|May I?|Is the way free?}
b +4: {Two minutes, I am finishing a restart.|Nothing in the way.|Please wait for the gateway, five minutes.|The way is free.}
a +17: {Went. It is out.|Out now.|Done, thank you.}
c +8: {Confirmed from the dashboards.|I see it, all calm.|Looks good from here.|Calm.}

# 9-14 b=devops
a: On staging: {service} {version}. {Change}. {Please have a look if it is your area.|I leave it there until the afternoon.|It stays there for an hour or two.}
a +95: {Nobody complained, so I promoted it.|Promoted after two quiet hours.|That was quiet. It is in production now.|No word against it, so it is out.|Now in production too.}
b +6: {Seen, thank you.|All fine here.|Noted in the log.}

# 11-16 b=devops
a: {service} {version} went to production at a small share first, 10 %. {Change}.
a +22: {Looks good, 50 %.|Half of the traffic now.|No difference in errors, going to half.|Nothing to see, 50 %.|At half, latency as before.}
a +19: {All of it.|100 %, finished.|Complete.}

# 9-16 b=devops c=devops
b: {service} {version} passed everything and is waiting for somebody to press the button. {Change}.
a +13: {Pressed.|On its way.|I did, thank you for the nudge.}

# 10-16 b=devops
a: {service} {version}: {change}. {First try failed on a flaky test, second one is running.|A test failed that has nothing to do with it, running it again.|The pipeline waits for a machine, I wait for the pipeline.|Stopped at the image, because a mirror was away. Starting again.|One check is slower than it may be, I look at it before I go on.}
a +14: {Through, and out.|Green now. It is out.|In production after all.|That helped, it is live.|All good, and promoted.}
b +3: {I saw something like it yesterday, I will have a look.|Thank you. I keep a list of these.|It is on my list for the stand-up.|Good, I had my finger on the other button.|Patience pays.}

# 9-15
a: {service} {version}: {change}. {The pipeline took its time today, it is through now.|Build took four minutes, that is the cache.|All checks green at the first try.|On its way to production.}
a +14: {It is in production.|Out, and quiet.|Live for ten minutes, nothing to report.|Everywhere now.}
`;
