/** Pull requests of the two teams, oldest first; spread evenly over the working days. */
export const frontendPulls = `
who     | pull | repo           | title
emre    | #812 | partner-portal | Remember the gate of yesterday
amara   | #813 | partner-portal | Show what an empty filter hides
chloe   | #204 | design-tokens  | A darker border for controls
xiaowen | #815 | partner-portal | Draw the quays as one path
nikhil  | #816 | partner-portal | Move fetching out of the order card
malakai | #391 | depot-app      | Keep the list on the device
bjork   | #818 | partner-portal | Give the row menu a name
lucas   | #393 | depot-app      | Store the scan before the beep
mateja  | #140 | e2e-suite      | Delete the same login thirty times
emre    | #822 | partner-portal | Load the PDF preview only when it is opened
zofia   | #823 | partner-portal | Words for the four empty states
chloe   | #207 | design-tokens  | Focus ring with offset on every button
amara   | #826 | partner-portal | Keep the hour when the day changes
xiaowen | #828 | partner-portal | Tide overlay as its own layer
malakai | #398 | depot-app      | One migration for old devices
nikhil  | #831 | partner-portal | Replace the second date library
bjork   | #833 | partner-portal | Announce the sort order
lucas   | #402 | depot-app      | Switch the person in two taps
mateja  | #143 | e2e-suite      | Run the suite on two machines
aiko    | #837 | partner-portal | One formatter for money, first five places
emre    | #840 | partner-portal | Address per site in the invoice form
chloe   | #211 | design-tokens  | Wrap long words in table cells
amara   | #843 | partner-portal | Export in the background with progress
xiaowen | #845 | partner-portal | Clusters for more than forty sites
malakai | #407 | depot-app      | A bar when the list is old
nikhil  | #848 | partner-portal | Typed routes for the settings pages
bjork   | #851 | partner-portal | Return the focus when a popover closes
lucas   | #411 | depot-app      | Status for a driver who rests
mateja  | #147 | e2e-suite      | Fixtures from the three untidy clients
zofia   | #858 | partner-portal | New booking dialog, the desktop part
emre    | #861 | partner-portal | Cut depot names in the middle
chloe   | #215 | design-tokens  | Warm the muted text
amara   | #866 | partner-portal | Save filters per person
xiaowen | #869 | partner-portal | Five digits for coordinates
malakai | #415 | depot-app      | Labels as a picture when the font gives up
nikhil  | #873 | partner-portal | Delete the old settings pages
bjork   | #876 | partner-portal | Test that tabs through every dialog
lucas   | #419 | depot-app      | Larger type, set per person
mateja  | #151 | e2e-suite      | Wait for the font before the picture
emre    | #884 | partner-portal | Archived sites in the order list, with a test
chloe   | #218 | design-tokens  | Grey switch for the kit page
amara   | #889 | partner-portal | Twelve rows of skeleton are enough
xiaowen | #892 | partner-portal | Keyboard control for the map
lucas   | #424 | depot-app      | Say what will be sent when the network is back
bjork   | #897 | partner-portal | Names for the eleven buttons
emre    | #899 | invoice-emails | Logo without its white box
aiko    | #902 | partner-portal | Format money once, at the edge
`;

export const backendPulls = `
who       | pull  | repo      | title
tomasz    | #1502 | billing   | Tell apart a slow bank and a dead one
andrei    | #1504 | schema    | Fill site_id in small batches
leila     | #733  | scheduler | Ferries across midnight, with all four transitions
thandiwe  | #410  | webhooks  | Two signing keys at the same time
priya     | #288  | search    | Turn the prefix index around
oksana    | #955  | invoicing | Credit notes point at their invoice
ibrahim   | #1511 | billing   | Refuse amounts with a comma, kindly
hugo      | #737  | scheduler | Log the berth and not only the terminal
samira    | #96   | api-docs  | One wrong example per error
minhanh   | #739  | scheduler | Plan a morning in one pass
juanpablo | #604  | reports   | Usage by month, straight from the events
tomasz    | #1518 | billing   | Keep the first answer for a repeated key
andrei    | #1520 | schema    | Rehearsal script for the money migration
leila     | #744  | scheduler | A lock per berth, behind a switch
thandiwe  | #416  | webhooks  | Wait longer after each failed try
priya     | #293  | search    | Archived sites last
oksana    | #961  | invoicing | Reminders per invoice, test with two sites
ibrahim   | #1527 | billing   | Read due dates in the zone of the site
hugo      | #749  | scheduler | Hash the keys that are longer than their column
samira    | #101  | api-docs  | What changed in version 3
minhanh   | #752  | scheduler | Winter timetable for ferries
juanpablo | #611  | reports   | A lane of its own for evening reports
gustav    | #613  | reports   | Give up on a lock after two seconds
tomasz    | #1534 | billing   | Version 2 keeps its field names
andrei    | #1536 | schema    | Drop four indexes that nobody uses
leila     | #757  | scheduler | Measure how long we wait for ourselves
thandiwe  | #423  | webhooks  | A process of its own
priya     | #299  | search    | Forgive one typing error in street names
oksana    | #968  | invoicing | Money in every column
ibrahim   | #1541 | billing   | Name the currency that we refuse
hugo      | #761  | scheduler | Retry a plan only if its input changed
samira    | #107  | api-docs  | Examples that are run before they are printed
minhanh   | #764  | scheduler | Show why a truck waits
juanpablo | #618  | reports   | Months with five weekends
tomasz    | #1549 | billing   | Failure map as tests, all 22
andrei    | #1551 | schema    | Index for idempotency keys, built on the side
leila     | #769  | scheduler | Take the switch away, berths for everybody
thandiwe  | #431  | webhooks  | Log every try with its answer
priya     | #304  | search    | Half the index, same answers
oksana    | #975  | invoicing | Number prefix per site
ibrahim   | #1556 | billing   | Pages for the list of payments
hugo      | #773  | scheduler | Remove the second queue
samira    | #112  | api-docs  | Version 2 says when it will end
tomasz    | #1561 | billing   | Idempotent invoice retries
`;

/** How a pull request is talked about; \`a\` wrote it, \`b\` and \`c\` are on the same team. */
export const pullTalk = `
# 9-15 b=team
a: {pull} in {repo} is ready for a look: *{title}*. {It is small.|About 80 lines, half of them tests.|Mostly deletions.|The first commit is the interesting one.|Best read commit by commit.}
b +12: {I take it.|Mine, after lunch.|On it.|I will have a look in ten minutes.}
b +48: {Approved, one question about a name.|Approved. The test reads like a story.|Two small remarks, nothing that holds it up.|Looks right to me. I ran it as well.|Approved, I like that it got shorter.}
a +9: {Thank you, answered and merged.|Both changed, merging.|Good point, renamed.|Merged, thank you.|Thank you for being quick.}

# 9-16 b=team
a: Could somebody look at {pull}, *{title}*? {It blocks nobody, any time today is fine.|I would like to have it in before the train.|No hurry.|It touches a place that three of us use.}
b +16: {Reading it now.|I know that corner, give me half an hour.|Yes.|With pleasure, I wanted that for weeks.}
b +33: {One real finding: the empty case. The rest is fine.|Nothing to complain about, approved.|I would split the second commit, but that is taste. Approved.|Good. I left a thought for later, not for now.}

# 10-16 b=team c=team
a: *{title}* is up as {pull} ({repo}). {There is a picture of before and after in it.|Numbers are in the description.|I tried two ways, the other one is in the description.|I kept the old one behind a switch for a week.}
b +14: {That is much easier to follow than before.|I like it better than what I had in mind.|Clear, and the description helps a lot.|Good. I tried it on staging data as well.}
c +19: {Read it too, approved.|Agreed, approved.|Same here, and approved.|One typing error in a comment, otherwise yes.}
a +7: {Merged.|In.|Merged, and the branch is gone.|Thank you both.}

# 9-15 b=team
b: {pull} has been open since {yesterday|this morning}, *{title}*. {Is it waiting for somebody?|Do you want eyes on it?|Shall I?}
a +11: {Yes please, I forgot to ask.|It was waiting for a test, which is there now.|Please, I was stuck in calls.|Yours if you want it.}
b +37: {Done, approved.|Read and approved, nice work.|Approved with a remark about the log line.|I pushed a tiny fix to a comment and approved it.}

# 9-16 b=team
a: {pull}, *{title}*: {I am not sure about one part of it, the rest is ready.|one question for somebody who knows {repo} better than me.|it works, but I would like it to be simpler.}
b +21: {I would keep it as it is.|Looked at it. You can leave out the second half.|I answered in the pull request. It is closer than you think.|We could talk it through, but I would merge it as it is.}
a +16: {That helped. Merged.|Thank you, now I like it too. Merged.|Right. It is in.}

# 13-17 b=team
a: Merged {pull}, *{title}*, thanks to @{b.name} for the quick read. {If anything looks odd in {repo}, it was me.|Please pull before you start something new in {repo}.|There is a note on it in the changelog.|Nothing to do for anybody else.}
b +6: {That was a pleasant one.|You are welcome.|Next time a harder one please.|Any time.}
`;
