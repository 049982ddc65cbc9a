/** The cards of Backend. */
export const backendCards: Record<string, string> = {
  "api-docs": `
  stage      | title                     | method | path                          | service    | owner    | changed | since | breaks                                  | body
  current    | List invoices             | GET    | /v2/invoices                  | billing    | samira   | 2       | 2.0   |                                         | Pages of 50, the newest first. Filter with \`status\` and \`client\`.
  current    | Create an invoice         | POST   | /v2/invoices                  | billing    | tomasz   | 5       | 2.0   | \`currency\` is required since 2.3      | Send an \`Idempotency-Key\`; the same key answers the same invoice.
  current    | Read an invoice           | GET    | /v2/invoices/{id}             | billing    | samira   | 9       | 2.0   |                                         | Amounts are whole minor units.
  current    | Void an invoice           | POST   | /v2/invoices/{id}/void        | billing    | oksana   | 11      | 2.1   |                                         | Only before it is paid.
  deprecated | List invoices, version 1  | GET    | /v1/invoices                  | billing    | tomasz   | 60      | 1.0   | Ends on 31 March                        | Use version 2.
  current    | Find slots                | GET    | /v2/slots                     | scheduling | minhanh  | 4       | 2.2   |                                         | Times carry their zone.
  current    | Book a slot               | POST   | /v2/slots/{id}/bookings       | scheduling | minhanh  | 3       | 2.2   |                                         | Answers 409 when it was taken.
  planned    | Move a booking            | PATCH  | /v2/bookings/{id}             | scheduling | hugo     | 1       | 2.5   |                                         | Planned for December.
  current    | Search shipments          | GET    | /v2/search                    | search     | priya    | 6       | 2.0   |                                         | Words of at least two letters.
  current    | Register a webhook        | POST   | /v2/webhooks                  | webhooks   | thandiwe | 8       | 2.0   |                                         | We sign each call; see *Signatures*.
  current    | Delete a webhook          | DELETE | /v2/webhooks/{id}             | webhooks   | thandiwe | 8       | 2.0   |                                         | Calls on their way still arrive.
  planned    | Replay a webhook          | POST   | /v2/webhooks/{id}/replays     | webhooks   | thandiwe | 2       | 2.5   |                                         | The last 30 days.
  current    | List depots               | GET    | /v2/depots                    | scheduling | hugo     | 14      | 2.0   | | Ordered by name, without those that are closed.
  current    | Read a booking            | GET    | /v2/bookings/{id}             | scheduling | minhanh  | 7       | 2.2   | | The driver's name is left out for other clients.
  current    | Cancel a booking          | DELETE | /v2/bookings/{id}             | scheduling | minhanh  | 7       | 2.2   | | Free until two hours before the slot.
  current    | Add a payment             | POST   | /v2/invoices/{id}/payments    | billing    | oksana   | 10      | 2.1   | | Several payments may settle one invoice.
  current    | List clients              | GET    | /v2/clients                   | billing    | oksana   | 16      | 2.0   | | Pages of 50, by name.
  deprecated | Find slots, version 1     | GET    | /v1/slots                     | scheduling | hugo     | 75      | 1.0   | Ends on 31 March | Use version 2; times had no zone.
  current    | Suggest words             | GET    | /v2/search/suggestions        | search     | priya    | 12      | 2.3   | | Ten at most, for three letters or more.
  planned    | Export shipments          | POST   | /v2/exports                   | search     | priya    | 4       | 2.6   | | Answers with an address that is valid for an hour.
`,
  training: `
  stage   | title                          | level       | owner     | changed | due | hours | mentor    | steps                                                                                                          | body
  open    | Your first service             | First weeks | kofi      | 6       | 30  | 6     | hugo      | Read how a request runs; Start the template; Add a route; Write its test; Deploy to development; Show it at the demo | For everyone who is new. Ask your mentor early.
  open    | Money without surprises        | First weeks | tomasz    | 12      | 40  | 3     | oksana    | Why minor units; Rounding; Currencies stay apart; Fix the three broken tests                                    | Billing's own lessons, with the bugs that taught them.
  open    | Reading query plans            | Everyday    | andrei    | 20      | 60  | 4     | andrei    | EXPLAIN and what it says; Find the missing index; A plan that changes with size; Measure before and after        | Bring a slow query of your own.
  open    | Idempotent by design           | Everyday    | leila     | 9       | 45  | 2     | leila     | Keys made by the caller; The same answer twice; Jobs that run again; Exercise: the double booking                | Two hours with a pair.
  open    | On call for backend            | Everyday    | sam       | 15      | 20  | 5     | sam       | The pager and its rules; Read the runbooks; A drill with Dev; Shadow one week; Take one week                      | Needed before your first week on call.
  open    | Search that people trust       | Expert      | priya     | 30      | 80  | 8     | priya     | Words and their forms; Ranking; Measure relevance; Bring it to a million rows                                   | For those who work on search.
  open    | Webhooks that survive          | Expert      | thandiwe  | 25      | 70  | 4     | thandiwe  | Signatures; Retries and back-off; Order and duplicates; Replay                                                  | Includes recorded bodies of four services.
  draft   | Time zones                     | Everyday    | minhanh   | 3       | 14  | 2     | minhanh   | Instants and wall times; Rules change; Store both                                                              | Draft, needs a second reader.
  retired | The old deploy script          | First weeks | gustav    | 300     |     | 1     | gustav    | Do not                                                                                                         | We deploy from the pipeline now.
  open    | Tests on a real database       | First weeks | hugo      | 18      | 35  | 2     | hugo      | Why no mocks; Start the template; Write one test; Make it fail first | For everyone who comes from mocked code.
  open    | A migration without downtime   | Everyday    | oksana    | 14      | 50  | 3     | andrei    | Add before you use; Fill in batches; Switch reads; Remove later | With the three that hurt us.
  draft   | Threat models in an hour       | Expert      | leila     | 2       | 21  | 1     | leila     | Draw the flows; Name what may go wrong; Choose three to mend | Second reader wanted.
  open    | A week with billing            | First weeks | oksana    | 10      | 28  | 5     | tomasz    | Follow one invoice from order to payment; Read the ledger; Close a support case with Oksana; Fix a small bug | A desk at billing for one week, in your first month.
  open    | Logs that answer questions     | First weeks | sam       | 16      | 42  | 2     | sam       | What to log and what never; Request ids; Find one failed booking; Set an alert | No personal data in logs, ever.
  open    | Code review, both sides        | First weeks | leila     | 22      | 65  | 2     | hugo      | Small changes; Review one with Leila; Have one reviewed; What we do not argue about | Bring a change that you are unsure about.
  open    | Locks and queues               | Everyday    | andrei    | 7       | 33  | 4     | andrei    | Row locks; Advisory locks; Skip locked; Exercise: two drivers, one slot | The exercise is the incident of last spring.
  open    | Caches without surprises       | Everyday    | priya     | 19      | 55  | 3     | priya     | Staleness, and who notices; Invalidate on write; Measure the hit rate; Remove one cache | The last step is meant seriously.
  open    | An API others can live with    | Everyday    | thandiwe  | 11      | 38  | 4     | leila     | Names and errors; Pages by cursor; Versions; Deprecate one operation | With feedback from three partners.
  open    | Secrets and keys               | Everyday    | leila     | 5       | 18  | 2     | leila     | Where secrets live; Rotate one; What to do when one leaks; The drill | The drill is on the first Thursday of a month.
  open    | Tides and timetables           | Expert      | minhanh   | 27      | 75  | 6     | minhanh   | How a timetable is made; Tides and delays; The planner's rules; Change a rule and replay a month | Spend a day at a terminal first; Minh Anh arranges it.
  open    | Profiling under load           | Expert      | andrei    | 13      | 48  | 5     | priya     | Record a profile; Read a flame graph; Reproduce a slow day; Make it twice as fast | Uses the load of the day before Christmas.
  draft   | Restoring a backup             | Everyday    | sam       | 1       | 10  | 3     | sam       | Find the newest backup; Restore it next to the live one; Compare the counts; Time it | Draft, until the new storage is in use.
  retired | Running jobs by cron           | Everyday    | gustav    | 210     |     | 1     | gustav    | Do not | Replaced by the job queue.
`,
  schema: `
  stage   | title              | database   | owner    | changed | columns                                          | personal_data | keeps      | body
  current | invoices           | billing    | tomasz   | 4       | id, client_id, number, total_cents, currency, due_on | Some       | 10 years   | Numbers have no gaps within a year.
  current | invoice_lines      | billing    | oksana   | 4       | id, invoice_id, text, quantity, unit_cents       | None          | 10 years   |
  current | payments           | billing    | tomasz   | 9       | id, invoice_id, received_at, amount_cents, iban  | Sensitive     | 10 years   | The IBAN is sealed at rest.
  current | clients            | billing    | oksana   | 12      | id, name, address, vat_id, contact_email         | Some          | Contract + 3 years |
  current | slots              | scheduling | minhanh  | 3       | id, depot_id, starts_at, zone, capacity          | None          | 2 years    |
  current | bookings           | scheduling | minhanh  | 3       | id, slot_id, client_id, driver_name, plate       | Some          | 2 years    |
  current | depots             | scheduling | hugo     | 40      | id, name, zone, position                         | None          | Forever    |
  current | shipments_index    | search     | priya    | 6       | id, words, position, updated_at                  | None          | Rebuilt    | Can be dropped and built again in 11 minutes.
  current | accounts           | identity   | leila    | 15      | id, email, password_hash, disabled_at            | Sensitive     | Until deleted |
  current | sessions           | identity   | leila    | 15      | id, account_id, device, last_seen_at             | Some          | 30 days    |
  planned | webhook_deliveries | search     | thandiwe | 2       | id, webhook_id, body, answered_at                | Some          | 30 days    | Moves to its own database later.
  dropped | legacy_rates       | billing    | tomasz   | 80      | id, rate                                         | None          |            | Dropped in October.
  current | credit_notes       | billing    | oksana   | 11      | id, invoice_id, number, total_cents, reason      | Some          | 10 years   |
  current | tax_rates          | billing    | tomasz   | 50      | id, country, from_day, basis_points              | None          | Forever    | A rate never changes; a new one begins on its day.
  current | slot_rules         | scheduling | hugo     | 21      | id, depot_id, weekday, from_time, until_time     | None          | 2 years    |
  current | drivers            | scheduling | minhanh  | 8       | id, client_id, name, phone, plate                | Some          | Contract + 1 year |
  current | search_words       | search     | priya    | 13      | id, word, forms, weight                          | None          | Rebuilt    |
  current | roles              | identity   | leila    | 30      | id, name, permissions                            | None          | Forever    |
  current | second_factors     | identity   | leila    | 18      | id, account_id, secret, confirmed_at             | Sensitive     | Until removed | The secret is sealed at rest.
  planned | export_files       | search     | priya    | 3       | id, account_id, address, expires_at              | Some          | 1 hour     |
`,
};
